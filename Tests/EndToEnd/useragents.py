"""User agents of browsers, web views, bots and tools, grouped by their treatment in redirects into an app."""

SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
IOS = f"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) {SAFARI}"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
PIXEL = f"Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A.230803.041; wv) {WEBKIT} Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36"

IPHONES = {
    "Safari on an iPhone": f"{IOS} Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on an iPod": f"Mozilla/5.0 (iPod touch; CPU iPhone OS 15_8 like Mac OS X) {SAFARI} Version/15.6 Mobile/15E148 Safari/604.1",
    "Chrome on an iPhone": f"{IOS} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1",
    "Firefox on an iPhone": f"{IOS} FxiOS/127.0 Mobile/15E148 Safari/605.1.15",
}
CHROMES = {
    "Chrome on Android": f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36",
    "Samsung Internet": f"Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) {WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
    "Edge on Android": f"Mozilla/5.0 (Linux; Android 10; HD1913) {WEBKIT} Chrome/125.0.6422.165 Mobile Safari/537.36 EdgA/125.0.2535.51",
}
FIREFOXES = {"Firefox on Android": "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0"}
OTHERS = {
    "Instagram on an iPhone": f"{IOS} Mobile/21F90 Instagram 337.0.1.23.81 (iPhone15,2; iOS 17_5_1; en_US)",
    "Facebook on an iPhone": f"{IOS} Mobile/21F90 [FBAN/FBIOS;FBAV/468.0.0.38.108;FBDV/iPhone15,2]",
    "LINE on an iPhone": f"{IOS} Mobile/15E148 Safari Line/14.8.0",
    "TikTok on an iPhone": f"{IOS} Mobile/15E148 musical_ly_35.1.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6",
    "Instagram on Android": f"{PIXEL} Instagram 336.0.0.35.90 Android (34/14; 420dpi)",
    "Facebook on Android": f"{PIXEL} [FB_IAB/FB4A;FBAV/467.1.0.52.83;]",
    "LINE on Android": f"{PIXEL} Line/14.8.0/IAB",
    "TikTok on Android": f"{PIXEL} trill_350103 BytedanceWebview/d8a21c6",
    "an iPad, which says it is a Macintosh": f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {SAFARI} Version/17.5 Safari/605.1.15",
    "Chrome on Windows": f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0.0.0 Safari/537.36",
    "Firefox on Linux": "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    "Googlebot for phones": f"Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) {WEBKIT} Chrome/126.0.6478.61 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Applebot for phones": f"{IOS} Version/17.4.1 Mobile/15E148 Safari/604.1 (Applebot/0.1; +http://www.apple.com/go/applebot)",
    "Slack's preview": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "a mail scanner": f"{IOS} Version/17.5 Mobile/15E148 Safari/604.1 BarracudaCentral",
    "curl": "curl/8.8.0",
    "nobody in particular": "",
}
