package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verify takes the body as it came, before it is parsed, and fails where it is not from the service.
func Verify(secret string, headers http.Header, body []byte) error {
	id, at := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return errors.New("the delivery is too old")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// While the secret is being changed there are two.
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(wanted)) {
			return nil
		}
	}
	return errors.New("the signature is not valid")
}
