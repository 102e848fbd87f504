/** Writes what the result rests on: refusals, gaps, unknown figures, assumptions, settings, data and the command. */
import { type Html, html } from '../../domain/html.ts';
import type { DataGap } from '../data/dataset.ts';
import { counted, fixed, minuteText, spanText, usd } from './figures.ts';
import { exchangeName, strategyName } from './names.ts';
import type { ReplayResult, ReplaySettings } from './result.ts';

/** Contracts whose gaps are listed, those with the most missing time first. */
const GAP_ROWS_MAX = 400;
/** Gaps that are listed one by one per contract. */
const GAP_SPANS_MAX = 4;
const FILES_MAX = 300;
const CHANGES_MAX = 200;

/** Writes the requests that the service refused. */
export function refusalSection({ refusals }: ReplayResult): Html {
	return html`<section id="refusals"><h2>Refused requests</h2>${
		refusals.length === 0
			? html`<p>The service refused nothing.</p>`
			: html`<div class="scroll" role="region" tabindex="0" aria-label="Refusals"><table><thead><tr><th scope="col">Code</th><th scope="col">Times</th><th scope="col">First, UTC</th><th scope="col">First sentence</th></tr></thead><tbody>${refusals.map((refusal) => html`<tr><th scope="row" class="code">${refusal.code}</th><td>${fixed(refusal.count, 0)}</td><td class="text">${minuteText(refusal.firstAt)}</td><td class="text">${refusal.sentence}</td></tr>`)}</tbody></table></div>`
	}</section>`;
}

/** Writes what the data and the result lack, and what was assumed instead. */
export function unknownSection({ data, notKnown, assumptions }: ReplayResult): Html {
	return html`<section id="unknown"><h2>Gaps and unknown figures</h2><h3>Assumptions</h3>${sentences(assumptions, 'Nothing was assumed.')}<h3>Not known</h3>${sentences(notKnown, 'Every figure is known.')}<h3>Gaps in the data</h3>${gapTable(data.gaps)}<h3>Contracts that changed their funding interval</h3>${
		data.intervalChanges.length === 0
			? html`<p>None.</p>`
			: html`<details><summary>${counted(data.intervalChanges.length, 'change')}</summary><div class="scroll" role="region" tabindex="0" aria-label="Interval changes"><table><thead><tr><th scope="col">Contract</th><th scope="col">First settlement, UTC</th><th scope="col">From</th><th scope="col">To</th></tr></thead><tbody>${data.intervalChanges.slice(0, CHANGES_MAX).map((change) => html`<tr><th scope="row">${exchangeName(change.venue)} ${change.symbol}</th><td class="text">${minuteText(change.at)}</td><td>${spanText(change.fromMs)}</td><td>${spanText(change.toMs)}</td></tr>`)}</tbody></table></div>${leftOut(data.intervalChanges.length, CHANGES_MAX)}</details>`
	}</section>`;
}

/** Writes the settings, the versions and hashes of code and data, and the command. */
export function originSection({ settings, service, data, command, playedUntil, form }: ReplayResult): Html {
	return html`<section id="origin"><h2>Settings and origin</h2>${commandBlock(command)}${settingsList(settings)}<dl class="rows"><div><dt>Played until</dt><dd>${minuteText(playedUntil)} UTC</dd></div><div><dt>Carrywire</dt><dd>${service.version}</dd></div><div><dt>Hash of the code</dt><dd class="code">${service.codeHash}</dd></div><div><dt>Hash of the data</dt><dd class="code">${data.hash}</dd></div><div><dt>Data</dt><dd>${counted(data.contracts, 'contract')} of ${counted(data.coins, 'coin')}, ${minuteText(data.from)} to ${minuteText(data.until)} UTC</dd></div><div><dt>Form of the result</dt><dd>${form}</dd></div></dl><details><summary>${counted(data.files.length, 'data file')}</summary><div class="scroll" role="region" tabindex="0" aria-label="Data files"><table><thead><tr><th scope="col">File</th><th scope="col">Bytes</th><th scope="col">SHA-256</th></tr></thead><tbody>${data.files.slice(0, FILES_MAX).map((file) => html`<tr><th scope="row">${file.path}</th><td>${fixed(file.bytes, 0)}</td><td class="code">${file.sha256}</td></tr>`)}</tbody></table></div>${leftOut(data.files.length, FILES_MAX)}</details></section>`;
}

/** Writes the command that repeats a run. */
export function commandBlock(command: string): Html {
	return html`<h3>Command that repeats it</h3><pre tabindex="0">${command}</pre>`;
}

/** Writes all settings of a run. */
export function settingsList(settings: ReplaySettings): Html {
	const { walkForward, coins, without } = settings;
	const rows: readonly (readonly [string, string])[] = [
		['Policy', `${strategyName(settings.policy)} (${settings.policy})`],
		...Object.entries(settings.set).map(([name, value]): readonly [string, string] => [
			`Policy setting ${name}`,
			String(value),
		]),
		['Data', `${settings.data.join(', ')} (grade ${settings.grade})`],
		['Span', `${minuteText(settings.from)} to ${minuteText(settings.until)} UTC`],
		['Capital', `${usd(settings.capitalUsd)} per user, ${counted(settings.users, 'user')}`],
		['Exchanges', settings.exchanges.map(exchangeName).join(', ')],
		['Coins', coins === null ? 'all' : coins.join(', ')],
		[
			'Walk-forward',
			walkForward === null
				? 'off'
				: `trained on ${walkForward.trainDays} days, tested on ${walkForward.testDays}`,
		],
		['Rules switched off', without.length === 0 ? 'none' : without.join(', ')],
		['Seed', String(settings.seed)],
	];
	return html`<dl class="rows">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function sentences(texts: readonly string[], none: string): Html {
	return texts.length === 0
		? html`<p>${none}</p>`
		: html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

function gapTable(gaps: readonly DataGap[]): Html {
	if (gaps.length === 0) return html`<p>None.</p>`;
	const lengthOf = ({ from, until }: DataGap): number => until - from;
	const rows = [...Map.groupBy(gaps, ({ venue, symbol }) => `${exchangeName(venue)} ${symbol}`)]
		.map(([name, group]) => ({
			name,
			group: group.toSorted((one, other) => lengthOf(other) - lengthOf(one)),
			missing: group.reduce((sum, gap) => sum + lengthOf(gap), 0),
		}))
		.sort((one, other) => other.missing - one.missing);
	return html`<p>${counted(gaps.length, 'gap')} in ${counted(rows.length, 'contract')}. Nothing was filled in.</p><details><summary>Each contract with gaps</summary><div class="scroll" role="region" tabindex="0" aria-label="Gaps"><table><thead><tr><th scope="col">Contract</th><th scope="col">Gaps</th><th scope="col">Missing</th><th scope="col">Longest gaps, UTC</th></tr></thead><tbody>${rows
		.slice(0, GAP_ROWS_MAX)
		.map(
			({ name, group, missing }) =>
				html`<tr><th scope="row">${name}</th><td>${fixed(group.length, 0)}</td><td>${spanText(missing)}</td><td class="text">${group
					.slice(0, GAP_SPANS_MAX)
					.map(({ from, until }) => `${minuteText(from)} – ${minuteText(until)}`)
					.join('; ')}${group.length > GAP_SPANS_MAX && ' …'}</td></tr>`,
		)}</tbody></table></div>${leftOut(rows.length, GAP_ROWS_MAX)}</details>`;
}

function leftOut(count: number, most: number): Html {
	return html`${count > most && html`<p class="note">${counted(count - most, 'more row')} are in the JSON.</p>`}`;
}
