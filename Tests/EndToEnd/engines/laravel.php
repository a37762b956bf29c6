<?php
// Laravel's own notifications, sent as an application sends them that follows the recipe in Templates/dialects/blade.yml, to a
// transport that keeps what it is given: a job in, the message's parts out. A signed link has to hold before Laravel.

require '/usr/share/php/Illuminate/autoload.php';

use Illuminate\Auth\Notifications\ResetPassword;
use Illuminate\Auth\Notifications\VerifyEmail;
use Illuminate\Bus\BusServiceProvider;
use Illuminate\Config\Repository;
use Illuminate\Contracts\Routing\UrlGenerator;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Filesystem\FilesystemServiceProvider;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Mail\MailServiceProvider;
use Illuminate\Notifications\Notifiable;
use Illuminate\Notifications\NotificationServiceProvider;
use Illuminate\Support\Carbon;
use Illuminate\Support\Facades\Facade;
use Illuminate\Translation\TranslationServiceProvider;
use Illuminate\View\ViewServiceProvider;

// An application's user, which in a real one is a row of a table.
class User
{
    use Notifiable;

    public function __construct(public string $email, public string $name)
    {
    }

    public function getKey()
    {
        return 7;
    }

    public function getEmailForPasswordReset()
    {
        return $this->email;
    }

    public function getEmailForVerification()
    {
        return $this->email;
    }
}

$job = json_decode(stream_get_contents(STDIN), true);
$root = sys_get_temp_dir() . '/' . uniqid('laravel', true);
mkdir($root);
register_shutdown_function(fn () => (new Filesystem)->deleteDirectory($root));

$app = new Application($root);
Facade::setFacadeApplication($app);
$app->instance('config', new Repository([
    'app' => ['locale' => 'en', 'fallback_locale' => 'en'],
    'auth' => ['verification' => ['expire' => 60]],
    'filesystems' => [],
    'mail' => [
        'default' => 'array',
        'mailers' => ['array' => ['transport' => 'array']],
        'from' => ['address' => 'app@example.com', 'name' => 'Acme'],
    ],
    'view' => ['paths' => [$job['views']], 'compiled' => $root],
]));
$app->instance('request', Request::create(
    'https://login.example/', server: ['REMOTE_ADDR' => $job['place'], 'HTTP_USER_AGENT' => $job['device']]
));
foreach ([
    BusServiceProvider::class, FilesystemServiceProvider::class, TranslationServiceProvider::class,
    ViewServiceProvider::class, MailServiceProvider::class, NotificationServiceProvider::class,
] as $provider) {
    $app->register($provider);
}
$app->boot();
$app['router']->get('/email/verify/{id}/{hash}', fn () => '')->name('verification.verify');
$app['router']->getRoutes()->refreshNameLookups();
$app[UrlGenerator::class]->setKeyResolver(fn () => 'a key');

// The emails of two runs differ in nothing but what they were given.
Carbon::setTestNow('2026-11-22 04:00 UTC');
eval($job['recipe']);

// What a notification does for a user that implements HasLocalePreference.
$app->setLocale($job['data']['language'] ?: 'en');
$user = new User($job['data']['email'], $job['data']['name']);
$user->notify($job['name'] === 'verify-email' ? new VerifyEmail : new ResetPassword($job['data']['token']));
$messages = $app['mail.manager']->mailer()->getSwiftMailer()->getTransport()->messages();
if (count($messages) !== 1) {
    throw new Exception(count($messages) . ' messages');
}
$message = $messages[0];
if (array_keys($message->getTo()) !== [$user->email]) {
    throw new Exception('sent to ' . json_encode($message->getTo()));
}
$parts = ['subject' => $message->getSubject(), 'html' => $message->getBody()];
foreach ($message->getChildren() as $child) {
    $parts['text'] = $child->getContentType() === 'text/plain' ? $child->getBody() : throw new Exception('an attachment');
}
// What a page puts together again of a signed link's parameters is what Laravel signed.
if ($job['name'] === 'verify-email') {
    $pattern = '~\?id=(?<id>[^&\s]+)&hash=(?<hash>[^&\s]+)&expires=(?<expires>[^&\s]+)&signature=(?<signature>\S+)~';
    preg_match($pattern, $parts['text'], $link) || throw new Exception('no signed link in: ' . $parts['text']);
    $url = "https://login.example/email/verify/{$link['id']}/{$link['hash']}"
        . "?expires={$link['expires']}&signature={$link['signature']}";
    $isValid = $app[UrlGenerator::class]->hasValidSignature(Request::create($url));
    $isForged = $app[UrlGenerator::class]->hasValidSignature(Request::create(str_replace('/7/', '/8/', $url)));
    if (! $isValid || $isForged) {
        throw new Exception("the signature does not hold: $url");
    }
}
echo json_encode($parts, JSON_THROW_ON_ERROR);
