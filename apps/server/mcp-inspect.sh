#!/usr/bin/env bash
# Looks at the tools for agents with the protocol's own inspector: the list, and a call. usage: SVC_API_KEY=… mcp-inspect.sh [address]
set -euo pipefail
url=${1:-http://127.0.0.1:8080}/mcp
: "${SVC_API_KEY:?Set SVC_API_KEY to an API key of the service.}"
inspect() {
  npx -y @modelcontextprotocol/inspector@2 --cli "$url" --transport http --header "Authorization: Bearer $SVC_API_KEY" "$@"
}
inspect --method tools/list
inspect --method tools/call --tool-name find_connections
