require "base64"
require "openssl"

# `body` as it came, before it is parsed. Raises where it is not from the service.
def verify(secret, headers, body)
  id, at = headers.values_at("webhook-id", "webhook-timestamp")
  raise "The delivery is too old." if (Time.now.to_i - Integer(at)).abs > 300

  key = Base64.decode64(secret.delete_prefix("whsec_"))
  wanted = "v1," + Base64.strict_encode64(OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{at}.#{body}"))
  # While the secret is being changed there are two.
  good = headers["webhook-signature"].split(" ").any? do |given|
    given.bytesize == wanted.bytesize && OpenSSL.fixed_length_secure_compare(given, wanted)
  end
  raise "The signature is not valid." unless good
end
