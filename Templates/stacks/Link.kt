// Written by Latchkey from app.yml. Change the links there, not here.

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException

/** The links that open this app. */
sealed class {{type}} {
{{cases}}

    companion object {
        private val hosts = listOf({{hosts}})

        /** The links' addresses, the most specific first. */
        private val templates = listOf(
{{templates}}
        )

        /** The link that an address is, universal or with the app's own scheme; null if it is not one of the app's. */
        fun of(address: String): {{type}}? {
            val (name, values) = find(address) ?: return null
            return when (name) {
{{readings}}
                else -> null
            }
        }

        private fun find(address: String): Pair<String, Map<String, String>>? {
            val url = Parts(address)
            val inner = if (url.isWeb && url.path == "/__/auth/links") wrapped(url.query) else null
            return inner?.let { match(it) } ?: match(url)
        }

        private fun match(url: Parts): Pair<String, Map<String, String>>? {
            if (url.isWeb && hosts.none { it.equals(url.host, ignoreCase = true) }) return null
            for ((name, text) in templates) {
                val values = url.matched(Parts(text))
                if (values != null) return Pair(name, values)
            }
            return null
        }

        /** The address inside `/__/auth/links?link=…`, in which Firebase Hosting wraps its email links. */
        private fun wrapped(query: String): Parts? = listOf("link", "deep_link_id").mapNotNull { firstOf(valuesOf(query, it)) }
            .map { Parts(it) }.firstOrNull { it.isWeb }

        /** The first value; null if there is none, or if one is empty or cannot be decoded. */
        private fun firstOf(values: List<String?>): String? =
            if (values.any { it.isNullOrEmpty() }) null else values.firstOrNull()

        /** The values of an item. Some email programs leave `&` as `&amp;`; a plus sign is not a blank. */
        private fun valuesOf(text: String, name: String): List<String?> = text.split(Regex("&(?:amp;)?")).filter { item ->
            val key = item.substringBefore("=")
            (decode(key) ?: key) == name
        }.map { decode(it.substringAfter("=", "")) }

        private fun parameterOf(part: String): String? =
            if (part.startsWith("{") && part.endsWith("}")) part.substring(1, part.length - 1) else null

        private fun decode(text: String): String? {
            val digits = "0123456789abcdefABCDEF"
            val bytes = ByteArrayOutputStream()
            var index = 0
            while (index < text.length) {
                if (text[index] == '%') {
                    val pair = text.drop(index + 1).take(2)
                    if (pair.length < 2 || pair.any { it !in digits }) return null
                    bytes.write(pair.toInt(16))
                    index += 3
                } else {
                    val end = text.indexOf('%', index).let { if (it < 0) text.length else it }
                    bytes.write(text.substring(index, end).toByteArray(Charsets.UTF_8))
                    index = end
                }
            }
            return try {
                Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString()
            } catch (error: CharacterCodingException) {
                null
            }
        }
    }

    private class Parts(address: String) {
        val scheme = Regex("^([A-Za-z][A-Za-z0-9+.-]*):").find(address)?.groupValues?.get(1) ?: ""
        val isWeb = scheme.equals("https", ignoreCase = true) || scheme.equals("http", ignoreCase = true)
        private val rest = if (scheme == "") address else address.substring(scheme.length + 1)
        val fragment = rest.substringAfter("#", "")
        val query = rest.substringBefore("#").substringAfter("?", "")
        private val hierarchy = rest.substringBefore("#").substringBefore("?")
        private val authority = if (hierarchy.startsWith("//")) hierarchy.drop(2).substringBefore("/") else null
        val host = (authority ?: "").substringAfterLast("@").replace(Regex(":[0-9]*$"), "")
        val path = if (authority == null) hierarchy else hierarchy.drop(2 + authority.length)
        val isOwnScheme = scheme.isNotEmpty() && !isWeb

        // The first component after the app's own scheme may be a host or the start of the path.
        val segments = (if (isOwnScheme) listOf(host) else emptyList()).plus(path.split("/")).filter { it.isNotEmpty() }

        /** The decoded parameters; null if the address has another form than the template. */
        fun matched(template: Parts): Map<String, String>? {
            if (template.isOwnScheme) {
                if (!template.scheme.equals(scheme, ignoreCase = true)) return null
            } else if (!isWeb || template.host.isNotEmpty() && !template.host.equals(host, ignoreCase = true)) {
                return null
            }
            if (template.segments.size != segments.size) return null
            val hasHost = isOwnScheme && (template.host.isNotEmpty() || host.isNotEmpty())
            val values = mutableMapOf<String, String>()
            for ((index, expected) in template.segments.withIndex()) {
                val name = parameterOf(expected)
                val decoded = decode(segments[index])
                if (name != null) {
                    values[name] = decoded ?: return null
                } else if (!(decoded ?: segments[index]).equals(decode(expected) ?: expected, ignoreCase = hasHost && index == 0)) {
                    return null
                }
            }
            return if (matchItems(template.query, query, values) && matchItems(template.fragment, fragment, values)) values else null
        }

        private fun matchItems(template: String, text: String, values: MutableMap<String, String>): Boolean {
            for (item in template.split("&").filter { it.isNotEmpty() }) {
                val name = item.substringBefore("=")
                val expected = item.substringAfter("=", "")
                val found = valuesOf(text, decode(name) ?: name)
                val parameter = parameterOf(expected)
                if (parameter == null) {
                    if (found.isEmpty() || found.any { it != (decode(expected) ?: expected) }) return false
                } else {
                    values[parameter] = firstOf(found) ?: return false
                }
            }
            return true
        }
    }
}
