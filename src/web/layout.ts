/** The frame of every page. Plain HTML that works without script; the style sheet is the only thing it loads. */
import type { TradingMode } from '../domain/trading-mode.ts';
import { type Html, type HtmlPart, html } from './html.ts';

export type Frame = {
	readonly title: string;
	readonly body: Html;
	/** Name of who is logged in. */
	readonly userName: string | undefined;
	readonly csrf: string;
	readonly nav: string | undefined;
	readonly script: string | undefined;
	/** Where the browser goes by itself. */
	readonly onwardTo: string | undefined;
	/** Which money is used; every page says it. */
	readonly tradingMode: TradingMode;
};

const NAVIGATION: readonly (readonly [path: string, name: string])[] = [
	['/account', 'Account'],
	['/connections', 'Exchanges'],
	['/tokens', 'Tokens'],
	['/agents', 'Agents'],
	['/audit', 'Audit'],
];

const MODE_WORDS: Readonly<Record<TradingMode, string>> = {
	simulated: 'Simulated exchanges, no real money.',
	paper: 'Paper accounts at real prices, no real money.',
	live: 'Real money.',
};

export function frame({ title, body, userName, csrf, nav, script, onwardTo, tradingMode }: Frame): string {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Carrywire</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
${onwardTo === undefined ? null : html`<meta http-equiv="refresh" content="0; url=${onwardTo}">`}
${script === undefined ? null : html`<script src="/assets/${script}" defer></script>`}
</head>
<body>
<header>
<a class="name" href="/">Carrywire</a><span class="state mode" title="${MODE_WORDS[tradingMode]}">${tradingMode}</span>
${
	userName === undefined
		? null
		: html`<nav>${NAVIGATION.map(([path, name]) => html`<a href="${path}"${nav === path ? html` aria-current="page"` : null}>${name}</a>`)}</nav>
<form method="post" action="/logout" class="who">${hidden(csrf)}<span title="${userName}">${shortName(userName)}</span><button class="quiet">Log out</button></form>`
}
</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}

/** The field that proves that a form is ours. */
export function hidden(csrf: string): Html {
	return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** On a narrow screen each row stands by itself, with the name of its column before each cell. */
export function table(head: readonly string[], rows: readonly (readonly HtmlPart[])[], empty: string): Html {
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
	return html`<div class="wide"><table><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead>
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
