/**
 * The page before a page. A browser that follows a link says nothing but its cookies, and every port of the host knows
 * these. The door page's script reads the origin key from the storage of our own origin, shows it to `POST /door`, and opens the
 * page with the answer in its address. `assets/origin.js` is the script of both sides.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Browser } from './browser-sessions.ts';
import { html } from './html.ts';
import { modeMark, modeOf } from './layout.ts';
import { ownPath, type PageAnswer } from './page.ts';

/** Takes the origin key from the door page's script, by POST. */
export const DOOR_PATH = '/door';

/** Last in the query of an address, as the door page writes it. */
const ENTRY = /[?&]cw_entry=([0-9A-Za-z_.-]{1,200})$/;

/** The address of a request without the entry that the door page put behind it. */
export function splitEntry(url: string): { readonly path: string; readonly entry: string | undefined } {
	const [whole = '', entry] = ENTRY.exec(url) ?? [];
	return { path: url.slice(0, url.length - whole.length), entry };
}

/** @throws CarrywireError INVALID_PARAMS for no path of ours */
export function answerAtDoor({ entryTo }: Browser, path: string): PageAnswer {
	if (path === '' || ownPath(path) !== path)
		throw new CarrywireError('INVALID_PARAMS', 'path must be a path of this service.', { field: 'path' });
	return { kind: 'json', content: { entry: entryTo(path) } };
}

/** HTML of the page; `mode` is shown on it. */
export function doorPage(mode: Parameters<typeof modeMark>[0]): string {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Carrywire</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
<script src="/assets/origin.js" data-step="door" defer></script>
</head>
<body class="mode-${modeOf(mode)}">
<header><a class="name" href="/">Carrywire</a>${modeMark(mode)}</header>
<main id="content" tabindex="-1">
<p class="notice bad" id="fault" role="alert" hidden></p>
<noscript><h1>This page needs JavaScript</h1><p class="notice bad">Allow JavaScript for this address and reload. A login is
bound to this address and port by a short script; cookies alone reach other programs on this machine.</p></noscript>
</main>
</body>
</html>
`.text;
}
