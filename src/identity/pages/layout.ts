/** The frame of every page. Plain HTML; what it needs a script for is to be opened by who is logged in (`door-page.ts`). */
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { DashboardEntry } from './dashboard-files.ts';
import { type Html, type HtmlPart, html } from './html.ts';

/** One page: its content, and what stands around it. */
export type Frame = {
	/** Undefined for the dashboard, which gives each of its pages its own. */
	readonly title: string | undefined;
	/** What was sent was not done: the title says so first. */
	readonly isRefused?: boolean;
	readonly body: Html;
	/** Name of who is logged in. */
	readonly userName: string | undefined;
	readonly csrf: string;
	readonly nav: string | undefined;
	readonly script: string | undefined;
	/** It was opened through the door page, whose entry stands in the address until a script takes it away. */
	readonly isEntered: boolean;
	/** Where the browser goes by itself. */
	readonly onwardTo: string | undefined;
	/** Which money is used; every page says it. */
	readonly tradingMode: TradingMode;
	/** Of mode live: no order reaches a real exchange. */
	readonly isRehearsal: boolean;
	/** Of the dashboard: what it is made of. */
	readonly app?: DashboardEntry;
};

/** What everybody sees, then what is somebody's own. */
const NAVIGATION: readonly (readonly [path: string, name: string, access: 'anyone' | 'user'])[] = [
	['/', 'Opportunities', 'anyone'],
	// A token that is pasted there shows it to whoever is not logged in.
	['/portfolio', 'Portfolio', 'anyone'],
	['/status', 'Status', 'anyone'],
	['/connections', 'Exchanges', 'user'],
	['/tokens', 'Tokens', 'user'],
	['/agents', 'Agents', 'user'],
	['/audit', 'Audit', 'user'],
	['/account', 'Account', 'user'],
];

const MODE_WORDS: Readonly<Record<TradingMode | 'rehearsal', readonly [word: string, meaning: string]>> = {
	simulated: ['Simulated', 'simulated exchanges, no real money'],
	paper: ['Paper', 'paper accounts at real prices, no real money'],
	testnet: ['Testnet', 'test environments of the exchanges, no real money'],
	live: ['LIVE', 'real exchanges, real money'],
	rehearsal: ['Rehearsal', 'everything as with real money, but no order reaches a real exchange'],
};

/** HTML of the whole page. */
export function frame(page: Frame): string {
	const { title, body, script, onwardTo, app } = page;
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.isRefused === true ? 'Error: ' : null}${title === undefined ? null : html`${title} · `}Carrywire</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
${app?.styles.map((path) => html`<link rel="stylesheet" href="${path}">`)}
${onwardTo === undefined ? null : html`<meta http-equiv="refresh" content="0; url=${onwardTo}">`}
${page.isEntered ? html`<script src="/assets/origin.js"></script>` : null}
${script === undefined ? null : html`<script src="/assets/${script}" defer></script>`}
${app === undefined ? null : html`<script type="module" src="${app.script}"></script>`}
</head>
<body class="mode-${modeOf(page)}">
<a class="skip" href="#content">Skip to the content</a>
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

/** Which money is used, in words. */
export function modeMark(mode: Mode): Html {
	const [word, meaning] = MODE_WORDS[modeOf(mode)];
	return html`<span class="mode"><b>${word}</b><span class="meaning">: ${meaning}</span></span>`;
}

/** The mode as pages show it: live trading at ports of this machine is a rehearsal. */
export function modeOf({ tradingMode, isRehearsal }: Mode): TradingMode | 'rehearsal' {
	return tradingMode === 'live' && isRehearsal ? 'rehearsal' : tradingMode;
}

/** The mode stands in words on every page: a colour alone is taken for decoration. */
function header(page: Frame): Html {
	const { userName, csrf, nav } = page;
	const links = NAVIGATION.filter(([, , access]) => access === 'anyone' || userName !== undefined);
	return html`<header>
<a class="name" href="/">Carrywire</a>${modeMark(page)}
<nav aria-label="Pages">${links.map(([path, name]) => html`<a href="${path}"${nav === path ? html` aria-current="page"` : null}>${name}</a>`)}</nav>
${
	userName === undefined
		? html`<div class="who"><a class="button" href="/login">Log in</a></div>`
		: html`<form method="post" action="/logout" class="who">${hidden(csrf)}<span title="${userName}">${shortName(userName)}</span><button class="quiet">Log out</button></form>`
}
</header>`;
}

/** The field that proves that a form is ours. */
export function hidden(csrf: string): Html {
	return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** A form of one button. */
export function button(csrf: string, action: string, name: string, check: string): Html {
	return html`<form method="post" action="${action}">${hidden(csrf)}<button class="${check}">${name}</button></form>`;
}

/** On a narrow screen each row stands by itself, with the name of its column before each cell. */
export function table(head: readonly string[], rows: readonly (readonly HtmlPart[])[], empty: string): Html {
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
	return html`<div class="wide"><table class="cards"><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, column) => html`<td data-column="${head[column]}">${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** What a page is called that belongs to a part of the navigation. */
export function partName(nav: string): string | undefined {
	return NAVIGATION.find(([path]) => path === nav)?.[1];
}

/** `2026-11-21 08:00:00 UTC`. */
export function time(at: number | null): Html | string {
	if (at === null) return 'never';
	const text = new Date(at).toISOString();
	return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time>`;
}

/** The name, where it is a wallet the beginning and the end of its address. */
function shortName(name: string): string {
	return /^0x[0-9a-fA-F]{40}/.test(name) ? `${name.slice(0, 6)}…${name.slice(38, 42)}` : name;
}
