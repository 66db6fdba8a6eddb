<?php

/** `$body` as it came, before it is parsed. Throws where it is not from the service. */
function verify(string $secret, array $headers, string $body): void
{
    $id = $headers['webhook-id'];
    $at = $headers['webhook-timestamp'];
    if (abs(time() - (int) $at) > 300) {
        throw new RuntimeException('The delivery is too old.');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    // While the secret is being changed there are two.
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($wanted, $given)) {
            return;
        }
    }
    throw new RuntimeException('The signature is not valid.');
}
