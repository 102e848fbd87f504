/**
 * Renders the frame of every page in plain HTML. Only the check of a login's origin needs a script (`door-page.ts`).
 */

import { type Html, type HtmlPart, html } from '../../domain/html.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { DashboardEntry } from './dashboard-files.ts';
import { pageLanguage, texts } from './page-language.ts';
import type * as english from './text.ts';

/** Colours of pages, other than those of the device. */
export type Theme = 'light' | 'dark';

/** Returns the theme that the browser's cookie names; undefined for that of the device. */
export function themeOf(cookies: string | undefined): Theme | undefined {
	const [, theme] = /(?:^|;\s*)carrywire_theme=(light|dark)(?:;|$)/.exec(cookies ?? '') ?? [];
	return theme as Theme | undefined;
}

/** One page: content and frame. */
export type Frame = {
	/** Title of the page; undefined for the dashboard, whose script sets the title. */
	readonly title: string | undefined;
	/** True for a refused form, whose page title starts with `Error:`. */
	readonly isRefused?: boolean;
	readonly body: Html;
	/** Name of the logged-in user; undefined if nobody is logged in. */
	readonly userName: string | undefined;
	readonly csrf: string;
	readonly nav: string | undefined;
	readonly script: string | undefined;
	/** True if the page was opened through the door page. A script then removes the entry from the URL. */
	readonly isEntered: boolean;
	/** Target of an automatic redirect; undefined if the page has none. */
	readonly onwardTo: string | undefined;
	/** Trading mode, which every page shows. */
	readonly tradingMode: TradingMode;
	/** True if live mode runs without reaching a real exchange. */
	readonly isRehearsal: boolean;
	/** Colours that the visitor chose; undefined for those of the device. */
	readonly theme: Theme | undefined;
	/** Files of the dashboard; set only on the dashboard's pages. */
	readonly app?: DashboardEntry;
};

type PartPath = keyof typeof english.FRAME.parts;

/** Main navigation links. Visitors without a login can paste a token on the portfolio page. */
const NAVIGATION: readonly PartPath[] = [
	'/',
	'/funding',
	'/portfolio',
	'/plan',
	'/autopilot',
	'/backtest',
	'/alerts',
	'/status',
	'/docs/',
];
/** Links to settings, which appear below the main ones on a settings page. All but the last need a login. */
const SETTINGS: readonly PartPath[] = [
	'/connections',
	'/tokens',
	'/agents',
	'/chat',
	'/audit',
	'/account',
	'/preferences',
];
/** Main link directly before the link to the settings. */
const BEFORE_SETTINGS: PartPath = '/status';

/** Renders the complete page. */
export function frame(page: Frame): string {
	const { title, body, script, onwardTo, app } = page;
	return html`<!doctype html>
<html lang="${pageLanguage()}"${page.theme === undefined ? null : html` data-theme="${page.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.isRefused === true ? texts().FRAME.error : null}${title === undefined ? null : html`${title} · `}${texts().FRAME.name}</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="manifest" href="/assets/manifest.webmanifest">
<link rel="stylesheet" href="/assets/style.css">
${app?.styles.map((path) => html`<link rel="stylesheet" href="${path}">`)}
${onwardTo === undefined ? null : html`<meta http-equiv="refresh" content="0; url=${onwardTo}">`}
${page.isEntered ? html`<script src="/assets/origin.js"></script>` : null}
${script === undefined ? null : html`<script src="/assets/${script}" defer></script>`}
${app === undefined ? null : html`<script type="module" src="${app.script}"></script>`}
</head>
<body class="mode-${modeOf(page)}">
<a class="skip" href="#content">${texts().FRAME.skip}</a>
${header(page)}
<main id="content" tabindex="-1"${app === undefined ? null : html` class="app"`}>
${title === undefined ? null : html`<h1>${title}</h1>`}
${body}
</main>
</body>
</html>
`.text;
}

type Mode = Pick<Frame, 'tradingMode' | 'isRehearsal'>;

/** Renders the trading mode in words. */
export function modeMark(mode: Mode): Html {
	const [name, meaning] = texts().MODES[modeOf(mode)];
	return html`<span class="mode"><b>${name}</b><span class="meaning">: ${meaning}</span></span>`;
}

/** Returns the mode that pages show. Live mode against simulated exchanges on local ports is a rehearsal. */
export function modeOf({ tradingMode, isRehearsal }: Mode): TradingMode | 'rehearsal' {
	return tradingMode === 'live' && isRehearsal ? 'rehearsal' : tradingMode;
}

/** Renders the header. Every page shows the mode in words, because users may take a colour for mere decoration. */
function header(page: Frame): Html {
	const { userName, csrf, nav } = page;
	return html`<header>
<a class="name" href="/">${texts().FRAME.name}</a>${modeMark(page)}
<nav aria-label="${texts().FRAME.pages}">${NAVIGATION.map((path) => html`${link(path, nav)}${path === BEFORE_SETTINGS ? settingsLink(page) : null}`)}</nav>
${
	userName === undefined
		? html`<div class="who"><a class="button" href="/login">${texts().FRAME.logIn}</a></div>`
		: html`<form method="post" action="/logout" class="who">${hidden(csrf)}<span title="${userName}">${shortName(userName)}</span><button class="quiet">${texts().FRAME.logOut}</button></form>`
}
${userName === undefined ? null : html`<nav class="sub" aria-label="${texts().FRAME.settings}">${SETTINGS.map((path) => link(path, nav))}</nav>`}
</header>`;
}

function link(path: PartPath, nav: string | undefined): Html {
	return html`<a href="${path}"${nav === path ? html` aria-current="page"` : null}>${texts().FRAME.parts[path]}</a>`;
}

/** Renders the link to the settings. Without a login, only the preferences are there. */
function settingsLink({ userName, nav }: Frame): Html {
	const current = SETTINGS.find((path) => path === nav);
	const to = userName === undefined ? '/preferences' : '/connections';
	return html`<a class="settings" href="${to}"${current === undefined ? null : html` aria-current="true"`}>${texts().FRAME.settings}</a>`;
}

/** Renders the hidden field that proves that a form is ours. */
export function hidden(csrf: string): Html {
	return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** Renders a form with one button. */
export function button(csrf: string, action: string, name: string, look: string): Html {
	return html`<form method="post" action="${action}">${hidden(csrf)}<button class="${look}">${name}</button></form>`;
}

/** Renders a table. On a narrow screen, each row becomes a block with column names before the cells. */
export function table(head: readonly string[], rows: readonly (readonly HtmlPart[])[], empty: string): Html {
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
	return html`<div class="wide"><table class="cards"><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, column) => html`<td data-column="${head[column]}">${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** Returns the name of a navigation entry; undefined for other paths. */
export function partName(nav: string): string | undefined {
	const path = [...NAVIGATION, ...SETTINGS].find((one) => one === nav);
	return path === undefined ? undefined : texts().FRAME.parts[path];
}

/** Renders a time: `2026-11-21 08:00:00 UTC`. The server formats it and does not know the reader's time zone. */
export function time(at: number | null): Html | string {
	if (at === null) return texts().FRAME.never;
	const text = new Date(at).toISOString();
	return html`<time datetime="${text}">${texts().FRAME.utc(text.slice(0, 10), text.slice(11, 19))}</time>`;
}

/** Returns the name, but only the start and end of a wallet address. */
function shortName(name: string): string {
	return /^0x[0-9a-fA-F]{40}/.test(name) ? `${name.slice(0, 6)}…${name.slice(38, 42)}` : name;
}
