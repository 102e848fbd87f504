/** Writes every position with its journal, within a limit of size. */
import { type Html, html } from '../../domain/html.ts';
import { counted, fixed, minuteText, percent, signedUsd, spanText, usd } from './figures.ts';
import { legsText } from './names.ts';
import type { Position, PositionEvent, ReplayResult } from './result.ts';

/** Positions that are shown at most; more are in the JSON. */
const POSITIONS_MAX = 600;
/** Share of the section's bytes that positions may have without their journals. */
const BLOCKS_SHARE = 0.7;
/** Events per journal that are tried in turn until all journals fit. */
const EVENT_LIMITS = [Number.POSITIVE_INFINITY, 200, 100, 60, 40, 24, 16, 10, 6, 4, 2, 0];

const encoder = new TextEncoder();

/**
 * Writes all positions, each as an expandable element with its parts and its journal. Journals are shortened, and then
 * positions left out, until the section has about `bytesMax`.
 */
export function positionsSection({ positions, playedUntil }: ReplayResult, bytesMax: number): Html {
	const shown = shownPositions(positions, playedUntil, bytesMax * BLOCKS_SHARE);
	const events = eventLimit(shown, bytesMax - bytesOfBlocks(shown, playedUntil));
	const notes = [
		shown.length < positions.length &&
			`The ${counted(shown.length, 'position')} with the largest profits and losses are shown; ${counted(positions.length - shown.length, 'other')} earned ${signedUsd(netOf(positions) - netOf(shown))} together.`,
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
function shownPositions(
	positions: readonly Position[],
	playedUntil: number,
	bytesMax: number,
): readonly Position[] {
	const bySize = positions.toSorted(
		(one, other) => Math.abs(other.parts.net) - Math.abs(one.parts.net) || (one.id < other.id ? -1 : 1),
	);
	let count = Math.min(POSITIONS_MAX, positions.length);
	while (count > 1 && bytesOfBlocks(bySize.slice(0, count), playedUntil) > bytesMax)
		count = Math.floor(count / 2);
	const largest = new Set(bySize.slice(0, count));
	return positions.filter((position) => largest.has(position));
}

/** Returns how many events a journal may show so that all journals fit. */
function eventLimit(positions: readonly Position[], bytesMax: number): number {
	const sizes = positions.map(({ events }) => events.map((event) => bytesOf(item(event))));
	const bytesAt = (limit: number): number =>
		sizes.reduce((sum, own) => sum + atBothEnds(own, limit).reduce((all, bytes) => all + bytes, 0), 0);
	return EVENT_LIMITS.find((limit) => bytesAt(limit) <= bytesMax) ?? 0;
}

function bytesOfBlocks(positions: readonly Position[], playedUntil: number): number {
	return positions.reduce((sum, position) => sum + bytesOf(positionBlock(position, 0, playedUntil)), 0);
}

function bytesOf({ text }: Html): number {
	return encoder.encode(text).length;
}

function netOf(positions: readonly Position[]): number {
	return positions.reduce((sum, { parts }) => sum + parts.net, 0);
}

/** Returns the first and the last entries of a list, `limit` in all. */
function atBothEnds<Entry>(entries: readonly Entry[], limit: number): readonly Entry[] {
	if (entries.length <= limit) return entries;
	const first = Math.ceil(limit / 2);
	return [...entries.slice(0, first), ...entries.slice(entries.length - (limit - first))];
}

function positionBlock(position: Position, limit: number, playedUntil: number): Html {
	const { id, coin, openedAt, closedAt, legUsd, parts, unhedgedMs, long, short, user } = position;
	const close = closedAt === null ? 'open at the end' : minuteText(closedAt);
	return html`<details class="position"><summary><b class="net ${parts.net < 0 ? 'loss' : 'gain'}">${signedUsd(parts.net)}</b><b>${coin}</b> <span>${legsText(position)}</span> <span>${minuteText(openedAt)} – ${close}</span></summary><dl class="rows"><div><dt>Leg</dt><dd>${usd(legUsd)}, held ${spanText((closedAt ?? playedUntil) - openedAt)}, net ${percent(legUsd > 0 ? parts.net / legUsd : null)} of a leg</dd></div><div><dt>Contracts</dt><dd>long ${long.symbol}, short ${short.symbol}</dd></div><div><dt>Parts</dt><dd>funding received ${fixed(parts.fundingReceived, 2)}, funding paid ${fixed(parts.fundingPaid, 2)}, fees ${fixed(parts.fees, 2)}, slippage ${fixed(parts.slippage, 2)}, price basis ${parts.basis === null ? 'not known' : fixed(parts.basis, 2)} USD</dd></div>${forecastRow(position)}<div><dt>Unhedged</dt><dd>${spanText(unhedgedMs)}</dd></div><div><dt>Id</dt><dd class="code">${id}, user ${user}</dd></div></dl>${journal(position.events, limit)}</details>`;
}

function forecastRow({ forecast }: Position): Html {
	if (forecast === null) return html`<div><dt>Forecast</dt><dd>none was stated</dd></div>`;
	const { horizonHours, expectedUsd, headlineUsd, probability, receivedUsd } = forecast;
	return html`<div><dt>Forecast</dt><dd>funding of ${usd(expectedUsd)} in ${horizonHours} h (${usd(headlineUsd)} at the headline spread)${probability !== null && `, ${percent(probability)} chance of profit`}; ${receivedUsd === null ? 'not held that long' : `received ${usd(receivedUsd)}`}</dd></div>`;
}

function journal(events: readonly PositionEvent[], limit: number): Html {
	const shown = atBothEnds(events, limit);
	const leftOut = events.length - shown.length;
	const first = leftOut === 0 ? shown.length : Math.ceil(limit / 2);
	return html`<ol>${shown.slice(0, first).map(item)}${leftOut > 0 && html`<li>… ${counted(leftOut, 'event')} left out</li>`}${shown.slice(first).map(item)}</ol>`;
}

function item({ at, sentence }: PositionEvent): Html {
	return html`<li><i>${minuteText(at)}</i> ${sentence}</li>`;
}
