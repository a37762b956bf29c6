#!/bin/sh
# Made by 'latchkey export --to s3-cloudfront': uploads the files to a bucket, named by the first argument.
set -eu
cd "$(dirname "$0")/web"
aws s3 cp 'harbour/404.HASH.html' "s3://$1/harbour/404.HASH.html" --content-type 'text/html; charset=utf-8' --cache-control 'no-store' --metadata 'latchkey=/harbour/404.HASH.html'
aws s3 cp 'harbour/apple-app-site-association.HASH' "s3://$1/harbour/apple-app-site-association.HASH" --content-type 'application/json' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/apple-app-site-association.HASH'
aws s3 cp 'harbour/assetlinks.HASH.json' "s3://$1/harbour/assetlinks.HASH.json" --content-type 'application/json' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/assetlinks.HASH.json'
aws s3 cp 'harbour/email-logo.HASH.png' "s3://$1/harbour/email-logo.HASH.png" --content-type 'image/png' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/email-logo.HASH.png'
aws s3 cp 'harbour/font.HASH.woff2' "s3://$1/harbour/font.HASH.woff2" --content-type 'font/woff2' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/font.HASH.woff2'
aws s3 cp 'harbour/invite.HASH.html' "s3://$1/harbour/invite.HASH.html" --content-type 'text/html; charset=utf-8' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/invite.HASH.html'
aws s3 cp 'harbour/passkey-endpoints.HASH' "s3://$1/harbour/passkey-endpoints.HASH" --content-type 'application/json' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/passkey-endpoints.HASH'
aws s3 cp 'harbour/public~legal~terms.HASH.txt' "s3://$1/harbour/public~legal~terms.HASH.txt" --content-type 'text/plain; charset=utf-8' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/public~legal~terms.HASH.txt'
aws s3 cp 'harbour/public~robots.HASH.txt' "s3://$1/harbour/public~robots.HASH.txt" --content-type 'text/plain; charset=utf-8' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/public~robots.HASH.txt'
aws s3 cp 'harbour/reset.HASH.html' "s3://$1/harbour/reset.HASH.html" --content-type 'text/html; charset=utf-8' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/reset.HASH.html'
aws s3 cp 'harbour/touch-icon.HASH.png' "s3://$1/harbour/touch-icon.HASH.png" --content-type 'image/png' --cache-control 'public, max-age=31536000, immutable' --metadata 'latchkey=/harbour/touch-icon.HASH.png'
