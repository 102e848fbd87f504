/** Writes every position with its journal, within a limit of size. */
import { type Html, html } from '../../identity/pages/html.ts';
import { counted, fixed, minuteText, percent, signedUsd, spanText, usd } from './figures.ts';
import { legsText } from './names.ts';
import type { Position, PositionEvent, ReplayResult } from './result.ts';

/** Positions that are shown; more are in the JSON. */
const POSITIONS_MAX = 600;
/** Characters that all journals together may have, so that the page stays below its limit. */
const JOURNAL_CHARS_MAX = 420_000;
/** Characters of markup per event, on average. */
const EVENT_MARKUP_CHARS = 45;
/** Events per journal that are tried in turn until all journals fit. */
const EVENT_LIMITS = [Number.POSITIVE_INFINITY, 200, 100, 60, 40, 24, 16, 10, 6, 4, 2];

/** Writes all positions, each as an expandable element with its parts and its journal. */
export function positionsSection(result: ReplayResult): Html {
	const { positions, playedUntil } = result;
	const shown = shownPositions(positions);
	const events = eventLimit(shown);
	const notes = [
		shown.length < positions.length &&
			`The ${counted(shown.length, 'position')} with the largest profits and losses are shown; ${counted(positions.length - shown.length, 'other')} earned ${signedUsd(positions.reduce((sum, { parts }) => sum + parts.net, 0) - shown.reduce((sum, { parts }) => sum + parts.net, 0))} together.`,
		Number.isFinite(events) &&
			`A journal shows at most ${events} events, its first and its last, so that this page stays small.`,
	].filter((note) => note !== false);
	return html`<section id="positions"><h2>Positions</h2>${
		positions.length === 0
			? html`<p>No position was opened.</p>`
			: html`<p>${counted(positions.length, 'position')}, in the order in which they opened. Times are UTC. Open one for its journal.${notes.map((note) => ` ${note}`)}${notes.length > 0 && ' The JSON has everything.'}</p>${shown.map((position) => positionBlock(position, events, playedUntil))}`
	}</section>`;
}

/** Returns the positions that are shown, in their own order: all, or those with the largest profits and losses. */
function shownPositions(positions: readonly Position[]): readonly Position[] {
	if (positions.length <= POSITIONS_MAX) return positions;
	const largest = new Set(
		positions
			.toSorted((one, other) => Math.abs(other.parts.net) - Math.abs(one.parts.net))
			.slice(0, POSITIONS_MAX),
	);
	return positions.filter((position) => largest.has(position));
}

/** Returns how many events a journal may show so that all journals fit. */
function eventLimit(positions: readonly Position[]): number {
	const sizeOf = (limit: number): number =>
		positions.reduce(
			(sum, { events }) =>
				sum +
				shownEvents(events, limit).reduce(
					(chars, { sentence }) => chars + sentence.length + EVENT_MARKUP_CHARS,
					0,
				),
			0,
		);
	return EVENT_LIMITS.find((limit) => sizeOf(limit) <= JOURNAL_CHARS_MAX) ?? 0;
}

function shownEvents(events: readonly PositionEvent[], limit: number): readonly PositionEvent[] {
	if (events.length <= limit) return events;
	const first = Math.ceil(limit / 2);
	return limit === 0 ? [] : [...events.slice(0, first), ...events.slice(events.length - (limit - first))];
}

function positionBlock(position: Position, limit: number, playedUntil: number): Html {
	const { id, coin, openedAt, closedAt, legUsd, parts, unhedgedMs, long, short, user } = position;
	const close = closedAt === null ? 'open at the end' : minuteText(closedAt);
	return html`<details class="position"><summary><b>${coin}</b> <span>${legsText(position)}</span> <span>${minuteText(openedAt)} – ${close}</span> <b class="${parts.net < 0 ? 'loss' : 'gain'}">${signedUsd(parts.net)}</b></summary><dl class="rows"><div><dt>Leg</dt><dd>${usd(legUsd)}, held ${spanText((closedAt ?? playedUntil) - openedAt)}, net ${percent(legUsd > 0 ? parts.net / legUsd : null)} of a leg</dd></div><div><dt>Contracts</dt><dd>long ${long.symbol}, short ${short.symbol}</dd></div><div><dt>Parts</dt><dd>funding received ${fixed(parts.fundingReceived, 2)}, funding paid ${fixed(parts.fundingPaid, 2)}, fees ${fixed(parts.fees, 2)}, slippage ${fixed(parts.slippage, 2)}, price basis ${parts.basis === null ? 'not known' : fixed(parts.basis, 2)} USD</dd></div>${forecastRow(position)}<div><dt>Unhedged</dt><dd>${spanText(unhedgedMs)}</dd></div><div><dt>Id</dt><dd class="code">${id}, user ${user}</dd></div></dl>${journal(position.events, limit)}</details>`;
}

function forecastRow({ forecast }: Position): Html {
	if (forecast === null) return html`<div><dt>Forecast</dt><dd>none was stated</dd></div>`;
	const { horizonHours, expectedUsd, headlineUsd, probability, receivedUsd } = forecast;
	return html`<div><dt>Forecast</dt><dd>funding of ${usd(expectedUsd)} in ${horizonHours} h (${usd(headlineUsd)} at the headline spread)${probability !== null && `, ${percent(probability)} chance of profit`}; ${receivedUsd === null ? 'not held that long' : `received ${usd(receivedUsd)}`}</dd></div>`;
}

function journal(events: readonly PositionEvent[], limit: number): Html {
	const shown = shownEvents(events, limit);
	const leftOut = events.length - shown.length;
	const cut = leftOut === 0 ? shown.length : Math.ceil(limit / 2);
	const item = ({ at, sentence }: PositionEvent): Html => html`<li><i>${minuteText(at)}</i> ${sentence}</li>`;
	return html`<ol>${shown.slice(0, cut).map(item)}${leftOut > 0 && html`<li>… ${counted(leftOut, 'event')} left out</li>`}${shown.slice(cut).map(item)}</ol>`;
}
