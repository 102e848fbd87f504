/** Writes what the portfolio did in each named squeeze of its span. */

import { fallsBelowPeak } from '../../domain/drawdown.ts';
import { type Html, html } from '../../domain/html.ts';
import { leastOf } from './daily-rows.ts';
import { counted, minuteText, percent, signedUsd, usd } from './figures.ts';
import { NAMED_SQUEEZES, type NamedSqueeze } from './named-squeezes.ts';
import { legsText } from './names.ts';
import type { Position, ReplayResult } from './result.ts';

/** Figures of a portfolio in a window. */
export type WindowFigures = {
	/** Change of equity, USD; null if no state of the window is known. */
	readonly equityChange: number | null;
	readonly drawdown: number;
	readonly liquidationDistance: number | null;
	/** Net funding of the window, USD, of all positions and of those in the squeeze's coins. */
	readonly funding: number;
	readonly coinFunding: number;
	/** Positions that were open in the window. */
	readonly open: readonly Position[];
	readonly openedCount: number;
	readonly closedCount: number;
};

/** Positions that are listed per squeeze. */
const POSITIONS_MAX = 20;

/** Writes one block per named squeeze inside the span that was played. */
export function squeezeSection(result: ReplayResult): Html {
	const inside = NAMED_SQUEEZES.filter(
		({ from, until }) => until > result.settings.from && from < result.playedUntil,
	);
	return html`<section id="squeezes"><h2>Named squeezes</h2>${inside.length === 0 ? html`<p>No squeeze that has a name is in this span.</p>` : inside.map((squeeze) => squeezeBlock(result, squeeze))}</section>`;
}

/** Measures the portfolio in a squeeze's window. Positions of other coins count only for a squeeze of the market. */
export function windowFigures(result: ReplayResult, squeeze: NamedSqueeze): WindowFigures {
	const { columns, positions, funding, playedUntil } = result;
	const isInside = (at: number): boolean => at >= squeeze.from && at < squeeze.until;
	const isConcerned = ({ coin }: Position): boolean => squeeze.coins?.includes(coin) ?? true;
	const inside = columns.at.flatMap((at, index) => (isInside(at) ? [index] : []));
	const first = inside[0];
	const last = inside.at(-1);
	const equity = inside.map((index) => columns.equity[index] ?? 0);
	const open = positions.filter(
		(position) =>
			isConcerned(position) &&
			position.openedAt < squeeze.until &&
			(position.closedAt ?? playedUntil) >= squeeze.from,
	);
	let all = 0;
	let concerned = 0;
	for (const [index, at] of funding.at.entries()) {
		if (!isInside(at)) continue;
		const amount = funding.usd[index] ?? 0;
		const position = positions[funding.position[index] ?? -1];
		all += amount;
		if (position !== undefined && isConcerned(position)) concerned += amount;
	}
	return {
		equityChange:
			first === undefined || last === undefined
				? null
				: (columns.equity[last] ?? 0) - (columns.equity[Math.max(0, first - 1)] ?? 0),
		drawdown: fallsBelowPeak(equity).reduce((most, fall) => Math.max(most, fall), 0),
		liquidationDistance: leastOf(
			inside.flatMap((index) => columns.exchanges.map((exchange) => exchange.liquidationDistance[index])),
		),
		funding: all,
		coinFunding: concerned,
		open,
		openedCount: open.filter(({ openedAt }) => isInside(openedAt)).length,
		closedCount: open.filter(({ closedAt }) => closedAt !== null && isInside(closedAt)).length,
	};
}

function squeezeBlock(result: ReplayResult, squeeze: NamedSqueeze): Html {
	const figures = windowFigures(result, squeeze);
	const coins = squeeze.coins?.join(', ') ?? null;
	const held =
		figures.open.length === 0
			? `No position${coins === null ? '' : ` in ${coins}`} was open.`
			: `${counted(figures.open.length, 'position')}${coins === null ? '' : ` in ${coins}`} open, ${figures.openedCount} opened and ${figures.closedCount} closed in the window.`;
	return html`<article><h3>${squeeze.name}</h3><p>${squeeze.happened}</p><dl class="tiles"><div><dt>Equity of the portfolio</dt><dd>${signedUsd(figures.equityChange)}</dd></div><div><dt>Funding, all positions</dt><dd>${signedUsd(figures.funding)}</dd></div>${coins !== null && html`<div><dt>Funding, ${coins}</dt><dd>${signedUsd(figures.coinFunding)}</dd></div>`}<div><dt>Drawdown in the window</dt><dd>${usd(figures.drawdown)}</dd></div><div><dt>Least distance to a liquidation</dt><dd>${percent(figures.liquidationDistance)}</dd></div></dl><p>${held}</p>${figures.open.length > 0 && positionList(figures.open)}</article>`;
}

function positionList(open: readonly Position[]): Html {
	const shown = open
		.toSorted((one, other) => Math.abs(other.parts.net) - Math.abs(one.parts.net))
		.slice(0, POSITIONS_MAX);
	return html`<details><summary>Positions</summary><ul>${shown.map((position) => html`<li>${position.coin}, ${legsText(position)}: opened ${minuteText(position.openedAt)}, ${position.closedAt === null ? 'still open at the end' : `closed ${minuteText(position.closedAt)}`}; net ${signedUsd(position.parts.net)} over its lifetime</li>`)}</ul>${open.length > shown.length && html`<p class="note">${counted(open.length - shown.length, 'smaller result')} left out here.</p>`}</details>`;
}
