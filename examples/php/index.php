<?php
// A gate for adults in plain PHP, without webhooks: the answer is read with the key when the visitor comes back.
// PHP_CLI_SERVER_WORKERS is not needed; start it with: php -S localhost:$PORT index.php

declare(strict_types=1);

const GATE = '<form method="post" action="/age-check"><button>Confirm that you are 18</button></form>';
const PAGES = ['yes' => 'The film', 'no' => 'This film is for adults.'];

/** @return array<string, mixed> */
function call(string $path, ?array $body = null, array $headers = []): array
{
    $avouch = getenv('AVOUCH_API_URL') ?: getenv('AVOUCH_URL');
    $sent = ['Authorization: Bearer ' . getenv('AVOUCH_KEY'), 'Content-Type: application/json', ...$headers];
    $http = ['method' => $body === null ? 'GET' : 'POST', 'header' => $sent, 'timeout' => 10, 'follow_location' => 0];
    if ($body !== null) {
        $http['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $answer = file_get_contents($avouch . $path, false, stream_context_create(['http' => $http]));
    if ($answer === false) {
        throw new RuntimeException('the product does not answer, or refused');
    }
    return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
}

function ask(): string
{
    $wish = ['redirect_uri' => getenv('SHOP_URL') . '/back', 'reference' => $_SESSION['visit']];
    // The same key gives the same intent: a second click creates no second one.
    $intent = call('/provider/v1/intents', $wish, ['Idempotency-Key: ' . $_SESSION['visit']]);
    if (in_array($intent['status'], ['expired', 'cancelled'], true)) {
        $intent = call('/provider/v1/intents', $wish, ['Idempotency-Key: ' . bin2hex(random_bytes(16))]);
    }
    $_SESSION['intent'] = $intent['id'];
    // The language of your page goes along: the visitor reads on in it.
    return $intent['url'] . '&lng=en';
}

/** Yes or no, once the visitor has answered. */
function answer(): ?string
{
    if (isset($_SESSION['intent']) && !isset($_SESSION['answer'])) {
        $_SESSION['answer'] = call('/provider/v1/intents/' . rawurlencode($_SESSION['intent']))['result'];
    }
    return $_SESSION['answer'] ?? null;
}

session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax', 'use_strict_mode' => true]);
$_SESSION['visit'] ??= bin2hex(random_bytes(16));

try {
    match ($_SERVER['REQUEST_METHOD'] . ' ' . strtok($_SERVER['REQUEST_URI'], '?')) {
        'GET /', 'GET /back' => print(PAGES[answer() ?? ''] ?? GATE),
        'POST /age-check' => header('Location: ' . ask(), true, 303),
        default => http_response_code(404),
    };
} catch (Throwable $error) {
    error_log($error->getMessage());
    http_response_code(503);
}
