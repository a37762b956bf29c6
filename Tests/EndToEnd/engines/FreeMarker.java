import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** FreeMarker as Keycloak's emails use it: a theme's message and two templates in, the mail's subject, HTML and text out. */
class FreeMarker {
    private static final Configuration CONFIGURATION = new Configuration(Configuration.VERSION_2_3_31);

    /** Standard input holds texts that end in a NUL: the messages, the message's key, HTML, text, link, email, first name. */
    public static void main(String[] arguments) throws Exception {
        String[] given = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\0", -1);
        Map<String, Object> user = new HashMap<>();
        user.put("email", given[5]);
        user.put("firstName", given[6].isEmpty() ? null : given[6]);
        Map<String, Object> data = new HashMap<>();
        data.put("link", given[4]);
        data.put("user", user);
        Properties messages = new Properties();
        messages.load(new StringReader(given[0]));
        String subject = new MessageFormat(messages.getProperty(given[1]), Locale.ENGLISH).format(new Object[0]);
        System.out.write(
            String.join("\0", subject, rendered(given[2], data), rendered(given[3], data))
                .getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    private static String rendered(String template, Map<String, Object> data) throws Exception {
        StringWriter text = new StringWriter();
        new Template("mail", new StringReader(template), CONFIGURATION).process(data, text);
        return text.toString();
    }
}
