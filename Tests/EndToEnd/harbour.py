"""The head of the app.yml of Harbour, an app for both platforms that several tests declare their links for."""

IOS = "ios: { app-id: ABCDE12345.example.harbour, scheme: harbour }\n"
ANDROID = (
    'android: { package: example.harbour, sha256: ["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:'
    'B2:3F:CF:44:E5"] }\n'
)
NAME = 'name: Harbour\nhosts: [harbour.example]\ntheme: { accent: "#1D4ED8" }\n'
APP = NAME + IOS + ANDROID
