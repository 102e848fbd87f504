/**
 * The page before a page. A browser that follows a link sends only its cookies, and those reach every port of the host. The
 * script of the door page therefore reads the origin key from the storage of our own origin and sends it to `POST /door`. It
 * then opens the page with the returned entry in the address. `assets/origin.js` is the script on both pages.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Browser } from './browser-sessions.ts';
import { html } from './html.ts';
import { modeMark, modeOf } from './layout.ts';
import { ownPath, type PageAnswer } from './page.ts';
import { DOOR, FRAME } from './text.ts';

/** Receives the origin key from the script of the door page, by POST. */
export const DOOR_PATH = '/door';

/** The entry at the end of the query, as the door page writes it. */
const ENTRY = /[?&]cw_entry=([0-9A-Za-z_.-]{1,200})$/;

/** Splits the entry of the door page off the address of a request. */
export function splitEntry(url: string): { readonly path: string; readonly entry: string | undefined } {
	const [whole = '', entry] = ENTRY.exec(url) ?? [];
	return { path: url.slice(0, url.length - whole.length), entry };
}

/** @throws CarrywireError INVALID_PARAMS for anything but a path of this service */
export function answerAtDoor({ entryTo }: Browser, path: string): PageAnswer {
	if (path === '' || ownPath(path) !== path)
		throw new CarrywireError('INVALID_PARAMS', DOOR.badPath, { field: 'path' });
	return { kind: 'json', content: { entry: entryTo(path) } };
}

/** HTML of the door page, with the trading mode in its header. */
export function doorPage(mode: Parameters<typeof modeMark>[0]): string {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${FRAME.name}</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
<script src="/assets/origin.js" data-step="door" defer></script>
</head>
<body class="mode-${modeOf(mode)}">
<header><a class="name" href="/">${FRAME.name}</a>${modeMark(mode)}</header>
<main id="content" tabindex="-1">
<p class="notice bad" id="fault" role="alert" hidden></p>
<noscript><h1>${DOOR.noScript}</h1><p class="notice bad">${DOOR.noScriptNote}</p></noscript>
</main>
</body>
</html>
`.text;
}
