import freemarker.cache.FileTemplateLoader;
import freemarker.template.Configuration;
import java.io.File;
import java.io.FileReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;

/** FreeMarker as Keycloak's emails use it: a theme's folder in, the email's subject, HTML and text out. */
class FreeMarker {
    private static final Configuration CONFIGURATION = new Configuration(Configuration.VERSION_2_3_31);

    /** Standard input holds texts that end in a NUL: the theme's email folder, a message's key, a template, link, email, name, address, language. */
    public static void main(String[] arguments) throws Exception {
        String[] given = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\0", -1);
        Map<String, Object> user = new HashMap<>();
        user.put("email", given[4]);
        user.put("firstName", given[5].isEmpty() ? null : given[5]);
        Map<String, Object> data = new HashMap<>();
        data.put("link", given[3]);
        Locale locale = Locale.forLanguageTag(given[7]);
        data.put("locale", locale);
        data.put("user", user);
        data.put("newEmail", given[4]);
        Map<String, Object> event = new HashMap<>();
        event.put("date", new Date(0));
        event.put("ipAddress", given[6].isEmpty() ? null : given[6]);
        data.put("event", event);
        CONFIGURATION.setTemplateLoader(new FileTemplateLoader(new File(given[0])));
        CONFIGURATION.setTimeZone(TimeZone.getTimeZone("UTC"));
        Properties messages = new Properties();
        messages.load(new FileReader(given[0] + "/messages/messages_" + locale + ".properties", StandardCharsets.UTF_8));
        String subject = new MessageFormat(messages.getProperty(given[1]), locale).format(new Object[0]);
        System.out.write(
            String.join("\0", subject, rendered("html/" + given[2], data), rendered("text/" + given[2], data))
                .getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    private static String rendered(String template, Map<String, Object> data) throws Exception {
        StringWriter text = new StringWriter();
        CONFIGURATION.getTemplate(template + ".ftl", Locale.ENGLISH, "UTF-8").process(data, text);
        return text.toString();
    }
}
