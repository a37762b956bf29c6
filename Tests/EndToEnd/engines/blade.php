<?php
// Laravel's views as its own factory finds, compiles and renders them: a job in, an email out.

require '/usr/share/php/Illuminate/View/autoload.php';
require '/usr/share/php/Illuminate/Events/autoload.php';

use Illuminate\Container\Container;
use Illuminate\Events\Dispatcher;
use Illuminate\Filesystem\Filesystem;
use Illuminate\View\Compilers\BladeCompiler;
use Illuminate\View\Engines\CompilerEngine;
use Illuminate\View\Engines\EngineResolver;
use Illuminate\View\Factory;
use Illuminate\View\FileViewFinder;

$job = json_decode(stream_get_contents(STDIN), true);
$files = new Filesystem;
$compiled = sys_get_temp_dir() . '/' . uniqid('blade', true);
mkdir($compiled);
$compiler = new BladeCompiler($files, $compiled);
$resolver = new EngineResolver;
$resolver->register('blade', fn () => new CompilerEngine($compiler, $files));
$factory = new Factory($resolver, new FileViewFinder($files, [$job['views']]), new Dispatcher(new Container));
$factory->setContainer($container = new Container);
Container::setInstance($container);
$container->instance('view', $factory);
$container->instance(Illuminate\Contracts\View\Factory::class, $factory);

$parts = [];
foreach (['subject' => '-subject', 'html' => '', 'text' => '-text'] as $part => $ending) {
    $parts[$part] = $factory->make($job['name'] . $ending, $job['data'])->render();
}
$files->deleteDirectory($compiled);
echo json_encode($parts, JSON_THROW_ON_ERROR);
