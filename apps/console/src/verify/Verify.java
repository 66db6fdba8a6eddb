import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Verify {
    /** {@code body} as it came, before it is parsed. Throws where it is not from the service. */
    static void verify(String secret, Map<String, String> headers, String body) throws Exception {
        String id = headers.get("webhook-id");
        String at = headers.get("webhook-timestamp");
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(at)) > 300) {
            throw new SecurityException("The delivery is too old.");
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        byte[] sum = mac.doFinal((id + "." + at + "." + body).getBytes(StandardCharsets.UTF_8));
        byte[] wanted = ("v1," + Base64.getEncoder().encodeToString(sum)).getBytes(StandardCharsets.UTF_8);
        // While the secret is being changed there are two.
        for (String given : headers.get("webhook-signature").split(" ")) {
            if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), wanted)) {
                return;
            }
        }
        throw new SecurityException("The signature is not valid.");
    }
}
