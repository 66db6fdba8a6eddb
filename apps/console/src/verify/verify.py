import base64
import hashlib
import hmac
import time


def verify(secret: str, headers: dict, body: bytes) -> None:
    """`body` as it came, before it is parsed. Raises where it is not from the service."""
    id, at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(at)) > 300:
        raise ValueError("The delivery is too old.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{at}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While the secret is being changed there are two.
    given = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(wanted, one) for one in given):
        raise ValueError("The signature is not valid.")
