/**
 * Serves the door page, which a browser gets before the requested page. A browser that follows a link sends only its
 * cookies, and those reach every port on the host. The door page's script therefore reads the origin key from the
 * storage of our own origin and sends it to `POST /door`. It then opens the page with the returned entry in the URL.
 * `assets/origin.js` is the script of the door page and of the page behind it.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { html } from '../../domain/html.ts';
import type { Browser } from './browser-sessions.ts';
import { modeMark, modeOf } from './layout.ts';
import { ownPath, type PageAnswer } from './page.ts';
import { pageLanguage, texts } from './page-language.ts';

/** Path that receives the origin key from the door page's script, by POST. */
export const DOOR_PATH = '/door';

/** Matches the entry at the end of the query, as the door page writes it. */
const ENTRY = /[?&]cw_entry=([0-9A-Za-z_.-]{1,200})$/;

/** Separates the door page's entry from the URL of a request. */
export function splitEntry(url: string): { readonly path: string; readonly entry: string | undefined } {
	const [whole = '', entry] = ENTRY.exec(url) ?? [];
	return { path: url.slice(0, url.length - whole.length), entry };
}

/** @throws CarrywireError INVALID_PARAMS for anything other than a path of this service */
export function answerAtDoor({ entryTo }: Browser, path: string): PageAnswer {
	if (path === '' || ownPath(path) !== path)
		throw new CarrywireError('INVALID_PARAMS', texts().DOOR.badPath, { field: 'path' });
	return { kind: 'json', content: { entry: entryTo(path) } };
}

/** Renders the door page, with the trading mode in its header. */
export function doorPage(mode: Parameters<typeof modeMark>[0]): string {
	return html`<!doctype html>
<html lang="${pageLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts().FRAME.name}</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
<script src="/assets/origin.js" data-step="door" defer></script>
</head>
<body class="mode-${modeOf(mode)}">
<header><a class="name" href="/">${texts().FRAME.name}</a>${modeMark(mode)}</header>
<main id="content" tabindex="-1">
<p class="notice bad" id="fault" role="alert" hidden></p>
<noscript><h1>${texts().DOOR.noScript}</h1><p class="notice bad">${texts().DOOR.noScriptNote}</p></noscript>
</main>
</body>
</html>
`.text;
}
