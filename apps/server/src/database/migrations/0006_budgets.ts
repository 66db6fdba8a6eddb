/**
 * Call budgets of connections that all processes share: one row for each, moved by one function. It does in the database what
 * `Budget.ts` of core does in memory, so that a call costs one statement and the clock is the database's.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const budgets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  // rate_bucket stays for processes of the release before, which know nothing else.
  // All times are milliseconds since the epoch. Of processes and of windows there is one element each in every array of
  // theirs; counts has the 31 parts of each window one after the other. Half of a page is left free, since a row changes
  // with every call and has no other index.
  yield* run(`
    create table rate_budget (
      key text primary key,
      blocked_until float8 not null default 0,
      wanted_until float8 not null default 0,
      paced_at float8 not null default 0,
      holders text[] not null default '{}',
      calls int[] not null default '{}',
      background int[] not null default '{}',
      reserved float8[] not null default '{}',
      held_until float8[] not null default '{}',
      seconds float8[] not null default '{}',
      heads bigint[] not null default '{}',
      totals int[] not null default '{}',
      counts int[] not null default '{}',
      foreign_calls int[] not null default '{}',
      foreign_until float8[] not null default '{}',
      available float8,
      available_at float8,
      maximum float8,
      restore_rate float8,
      heard_at float8,
      costs jsonb not null default '{}',
      touched_at float8 not null default 0
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`)

  // Milliseconds until so many of the calls that ended have left a window; those under way end now at the earliest.
  yield* run(`
    create function rate_until_free(counts int[], head bigint, seconds float8, wanted int, moment float8)
    returns float8 language plpgsql immutable as $$
    declare
      remaining int := wanted;
    begin
      if wanted <= 0 then return 0; end if;
      -- The variable of a loop is no bigint.
      for n in 1 .. 31 loop
        remaining := remaining - counts[((head + n) % 31)::int + 1];
        if remaining <= 0 then return (head + n) * (seconds * 1000 / 30) - moment; end if;
      end loop;
      return seconds * 1000;
    end $$`)

  yield* run(`
    create function rate_exchange(name text, said json, given_moment float8 default null)
    returns json language plpgsql as $$
    declare
      b rate_budget;
      moment float8;
      happened float8;
      ended int := (said->>'ended')::int;
      concurrent int := (said->>'concurrent')::int;
      lease float8 := (said->>'lease')::float8;
      own_calls int := (said->'under'->>'calls')::int;
      own_background int := (said->'under'->>'background')::int;
      own_points float8 := (said->'under'->>'points')::float8;
      element json;
      windows int[] := '{}';
      maxima int[] := '{}';
      current bigint;
      i int;
      n int;
      place int;
      gone int := 0;
      all_calls int;
      all_background int;
      ahead int := 0;
      owed float8 := 0;
      others int;
      is_background boolean;
      need float8;
      wait float8;
      wanted float8;
      allowed int;
      used int;
      outside int;
      alone float8;
      parts int[];
      waits float8[] := '{}';
      points float8[] := '{}';
    begin
      -- What a crash of the database loses are the last moments of a budget: no call waits for the disk.
      perform set_config('synchronous_commit', 'off', true);
      loop
        select * into b from rate_budget where key = name for update;
        exit when found;
        insert into rate_budget (key) values (name) on conflict do nothing;
      end loop;
      moment := coalesce(given_moment, extract(epoch from clock_timestamp()) * 1000);
      happened := moment - (said->>'ago')::float8;

      -- Bring it up to date: windows move on, and what a process that is gone had under way has ended by now.
      for element in select value from json_array_elements(said->'windows') loop
        i := array_position(b.seconds, (element->>'seconds')::float8);
        if i is null then
          b.seconds := b.seconds || (element->>'seconds')::float8;
          i := cardinality(b.seconds);
          b.heads := b.heads || floor(moment / (b.seconds[i] * 1000 / 30))::bigint;
          b.totals := b.totals || 0;
          b.counts := b.counts || array_fill(0, array[31]);
          b.foreign_calls := b.foreign_calls || 0;
          b.foreign_until := b.foreign_until || 0::float8;
        end if;
        windows := windows || i;
        maxima := maxima || (element->>'max')::int;
      end loop;
      for i in 1 .. cardinality(b.seconds) loop
        current := floor(moment / (b.seconds[i] * 1000 / 30));
        if current < b.heads[i] then
          for n in 1 .. 31 loop b.counts[(i - 1) * 31 + n] := 0; end loop;
          b.counts[(i - 1) * 31 + (current % 31)::int + 1] := b.totals[i];
        end if;
        for n in 1 .. least(31, current - b.heads[i])::int loop
          place := (i - 1) * 31 + ((current + 1 - n) % 31)::int + 1;
          b.totals[i] := b.totals[i] - b.counts[place];
          b.counts[place] := 0;
        end loop;
        b.heads[i] := current;
      end loop;
      for n in reverse cardinality(b.holders) .. 1 loop
        continue when b.holders[n] <> said->>'holder' and b.held_until[n] > moment;
        if b.holders[n] <> said->>'holder' then gone := gone + b.calls[n]; end if;
        b.holders := b.holders[:n - 1] || b.holders[n + 1:];
        b.calls := b.calls[:n - 1] || b.calls[n + 1:];
        b.background := b.background[:n - 1] || b.background[n + 1:];
        b.reserved := b.reserved[:n - 1] || b.reserved[n + 1:];
        b.held_until := b.held_until[:n - 1] || b.held_until[n + 1:];
      end loop;
      if b.available is not null then
        b.available := least(b.maximum,
          b.available + greatest(0, moment - b.available_at) / 1000 * b.restore_rate);
        b.available_at := moment;
      end if;

      -- Hear what is told.
      for i in 1 .. cardinality(b.seconds) loop
        if gone > 0 then
          place := (i - 1) * 31 + (b.heads[i] % 31)::int + 1;
          b.counts[place] := b.counts[place] + gone;
        end if;
        if ended > 0 then
          current := least(b.heads[i], greatest(b.heads[i] - 30, floor(happened / (b.seconds[i] * 1000 / 30))));
          place := (i - 1) * 31 + (current % 31)::int + 1;
          b.counts[place] := b.counts[place] + ended;
        end if;
        b.totals[i] := b.totals[i] + gone + ended;
      end loop;
      if (said->>'stay')::float8 > 0 then
        b.blocked_until := greatest(b.blocked_until, moment + (said->>'stay')::float8);
      end if;
      all_calls := own_calls + coalesce((select sum(c) from unnest(b.calls) c), 0);
      all_background := own_background + coalesce((select sum(c) from unnest(b.background) c), 0);
      for element in select value from json_array_elements(said->'told') loop
        i := array_position(b.seconds, (element->>'seconds')::float8);
        n := array_position(windows, i);
        continue when n is null;
        b.foreign_calls[i] := greatest(0,
          maxima[n] - (element->>'remaining')::float8 - b.totals[i] - all_calls);
        b.foreign_until[i] := least(moment + b.seconds[i] * 1000, (element->>'resetAt')::float8);
      end loop;
      if json_typeof(said->'cost') = 'object' and (b.heard_at is null or happened >= b.heard_at) then
        b.maximum := (said->'cost'->>'maximum')::float8;
        b.restore_rate := (said->'cost'->>'restoreRate')::float8;
        b.heard_at := happened;
        b.available := (said->'cost'->>'available')::float8 - own_points
          - coalesce((select sum(p) from unnest(b.reserved) p), 0);
        b.available := least(b.maximum, b.available + greatest(0, moment - happened) / 1000 * b.restore_rate);
        b.available_at := moment;
      end if;
      if said->>'learned' <> '{}' then
        b.costs := case
          when (select count(*) from jsonb_object_keys(b.costs)) +
            (select count(*) from json_object_keys(said->'learned')) > 500 then '{}'
          else b.costs end || (said->'learned')::jsonb;
      end if;

      -- Let through whose turn it is, in their order.
      for element in select value from json_array_elements(said->'turns') loop
        is_background := (element->>'background')::boolean;
        need := case when b.available is null then 0
          else least(coalesce((b.costs->>(element->>'shape'))::float8, 0), b.maximum) end;
        others := case when is_background then 0 else ahead end;
        wait := greatest(0, b.blocked_until - moment);
        if b.restore_rate > 0 and (need > 0 or is_background) then
          wanted := case when is_background then least(b.maximum, need + b.maximum * 0.1) else need + owed end;
          wait := greatest(wait, (wanted - b.available) / b.restore_rate * 1000);
        end if;
        for n in 1 .. cardinality(windows) loop
          i := windows[n];
          parts := b.counts[(i - 1) * 31 + 1 : i * 31];
          outside := case when b.foreign_until[i] > moment then b.foreign_calls[i] else 0 end;
          allowed := maxima[n];
          if is_background and allowed > 1 then allowed := allowed - greatest(1, floor(allowed * 0.1::float8)); end if;
          used := b.totals[i] + all_calls + others + outside;
          if used >= allowed then
            alone := rate_until_free(parts, b.heads[i], b.seconds[i], used - allowed + 1, moment);
            if outside > 0 then
              alone := least(alone, greatest(b.foreign_until[i] - moment,
                rate_until_free(parts, b.heads[i], b.seconds[i], used - allowed + 1 - outside, moment)));
            end if;
            wait := greatest(wait, alone);
          elsif is_background and b.seconds[i] <= 120 and used > allowed / 2.0 then
            wait := greatest(wait, b.paced_at - moment + greatest(b.seconds[i] * 1000 / allowed,
              rate_until_free(parts, b.heads[i], b.seconds[i], 1, moment) / (allowed - used)));
          end if;
        end loop;
        if wait > 0 or all_calls >= concurrent
          or (is_background and (all_background >= greatest(1, concurrent - 1) or b.wanted_until > moment))
        then
          if not is_background and wait <= coalesce((element->>'patience')::float8, 'infinity') then
            ahead := ahead + 1;
            owed := owed + need;
            b.wanted_until := greatest(b.wanted_until, moment + wait + 300);
          end if;
          waits := waits || case when wait > 0 then wait else -1 end;
          points := points || 0::float8;
          continue;
        end if;
        all_calls := all_calls + 1;
        own_calls := own_calls + 1;
        own_points := own_points + need;
        if is_background then
          all_background := all_background + 1;
          own_background := own_background + 1;
          b.paced_at := moment;
        end if;
        b.available := b.available - need;
        waits := waits || 0::float8;
        points := points || need;
      end loop;
      if own_calls > 0 then
        b.holders := b.holders || (said->>'holder');
        b.calls := b.calls || own_calls;
        b.background := b.background || own_background;
        b.reserved := b.reserved || own_points;
        b.held_until := b.held_until || moment + lease;
      end if;

      update rate_budget set blocked_until = b.blocked_until, wanted_until = b.wanted_until, paced_at = b.paced_at,
        holders = b.holders, calls = b.calls, background = b.background, reserved = b.reserved,
        held_until = b.held_until, seconds = b.seconds, heads = b.heads, totals = b.totals, counts = b.counts,
        foreign_calls = b.foreign_calls, foreign_until = b.foreign_until, available = b.available,
        available_at = b.available_at, maximum = b.maximum, restore_rate = b.restore_rate, heard_at = b.heard_at,
        costs = b.costs, touched_at = moment
      where key = name;
      return json_build_object('waits', waits, 'points', points, 'free', greatest(0, concurrent - all_calls));
    end $$`)
})
