<?php
// Laravel's Blade compiler: a list of jobs in, a list of texts out.

require '/usr/share/php/Illuminate/View/autoload.php';

$compiler = new Illuminate\View\Compilers\BladeCompiler(new Illuminate\Filesystem\Filesystem, sys_get_temp_dir());
$compiler->withoutComponentTags();

function rendered(string $compiled, array $data): string
{
    extract($data);
    ob_start();
    eval('?>' . $compiled);

    return ob_get_clean();
}

$texts = array_map(
    fn ($job) => rendered($compiler->compileString($job['Template']), $job['Data']),
    json_decode(stream_get_contents(STDIN), true),
);
echo json_encode($texts, JSON_THROW_ON_ERROR);
