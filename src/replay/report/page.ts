/**
 * Writes one HTML file that loads nothing: styles and scripts are embedded, and its content security policy permits
 * only these, by their hashes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Html, html } from '../../domain/html.ts';

/** Parts of a page. */
export type Page = {
	readonly title: string;
	readonly subtitle: string;
	readonly banners: Html;
	readonly sections: readonly Html[];
	/** Ids and names of the sections in the navigation. */
	readonly links: readonly (readonly [id: string, name: string])[];
	/** Data of the charts as JSON without `<`; null for a page without charts, which then has no script. */
	readonly charts: string | null;
};

/** Texts that a page embeds. */
type Parts = {
	readonly ownStyle: string;
	readonly chartStyle: string;
	readonly chartLibrary: string;
	readonly ownScript: string;
	readonly licence: string;
};

let loaded: Parts | undefined;

/** Renders a page. The library of the charts is read from `node_modules` on first use. */
export function renderPage({ title, subtitle, banners, sections, links, charts }: Page): string {
	loaded ??= loadParts();
	const hasCharts = charts !== null;
	const style = hasCharts ? `${loaded.chartStyle}\n${loaded.ownStyle}` : loaded.ownStyle;
	const scripts = hasCharts ? [loaded.chartLibrary, loaded.ownScript] : [];
	const policy = [
		"default-src 'none'",
		`style-src ${hashOf(style)}`,
		`script-src ${scripts.length === 0 ? "'none'" : scripts.map(hashOf).join(' ')}`,
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Carrywire</title>
<style>${new Html(style)}</style>
</head>
<body>
<header><p class="brand">Carrywire replay</p><h1>${title}</h1><p>${subtitle}</p><p class="note">All times are UTC. All money is USD.</p></header>
${banners.text !== '' && html`<div role="region" aria-label="Warnings" class="banners">${banners}</div>`}
<nav aria-label="Sections"><ul>${links.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main>
${sections.map((section) => html`${section}\n`)}</main>
<footer><p>Written by Carrywire. This file loads nothing from a network.</p>${
		hasCharts &&
		html`<details><summary>Licence of the charts: uPlot, MIT</summary><pre tabindex="0">${loaded.licence}</pre></details>`
	}</footer>
${hasCharts && html`<script type="application/json" id="chart-data">${new Html(charts)}</script>`}
${scripts.map((script) => html`<script>${new Html(script)}</script>\n`)}</body>
</html>
`.text;
}

function loadParts(): Parts {
	const { resolve } = createRequire(import.meta.url);
	const installed = (path: string): string => readFileSync(resolve(`uplot/${path}`), 'utf8');
	const own = (name: string): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
	return {
		ownStyle: own('report.css'),
		ownScript: own('charts.js'),
		chartStyle: installed('dist/uPlot.min.css'),
		chartLibrary: installed('dist/uPlot.iife.min.js'),
		licence: installed('LICENSE'),
	};
}

function hashOf(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
