/** Writes how the portfolio developed: equity, exposure, margin, idle capital, transfers and unhedged time. */
import { type Html, html } from '../../domain/html.ts';
import { type Charts, chartFrame } from './chart-data.ts';
import { leastOf, monthlyRows } from './daily-rows.ts';
import { counted, fixed, minuteText, monthText, percent, signedUsd, spanText, usd } from './figures.ts';
import { exchangeName } from './names.ts';
import type { Position, ReplayResult, Transfer } from './result.ts';

/** Transfers that are listed one by one. */
const TRANSFERS_MAX = 100;
/** Positions that are listed by their unhedged time. */
const UNHEDGED_MAX = 10;

/** Writes the charts of the portfolio and their table by month. */
export function portfolioSection(result: ReplayResult, charts: Charts): Html {
	return html`<section id="portfolio"><h2>Equity and drawdown</h2>${chartFrame(charts, 'equity')}${chartFrame(charts, 'drawdown')}<h2>Exposure, margin and idle capital</h2>${idleText(result)}${chartFrame(charts, 'exposure')}${chartFrame(charts, 'margin')}${chartFrame(charts, 'liquidation')}${marginTable(result)}${monthTable(result)}${charts.note !== null && html`<p class="note">${charts.note}</p>`}</section>`;
}

/** Writes the transfers between exchanges that the margin would have needed. */
export function transfersSection({ transfers }: ReplayResult): Html {
	const sum = transfers.reduce((all, { usd: amount }) => all + amount, 0);
	return html`<section id="transfers"><h2>Transfers needed</h2>${
		transfers.length === 0
			? html`<p>No money had to move between exchanges.</p>`
			: html`<p>${counted(transfers.length, 'transfer')} of ${usd(sum)} in total would have kept the margin. The net includes no cost of them.</p>${transferRoutes(transfers)}<details><summary>Each transfer</summary><div class="scroll" role="region" tabindex="0" aria-label="Transfers"><table><thead><tr><th scope="col">Time, UTC</th><th scope="col">From</th><th scope="col">To</th><th scope="col">USD</th></tr></thead><tbody>${transfers.slice(0, TRANSFERS_MAX).map((transfer) => html`<tr><td class="text">${minuteText(transfer.at)}</td><td class="text">${exchangeName(transfer.from)}</td><td class="text">${exchangeName(transfer.to)}</td><td>${fixed(transfer.usd, 2)}</td></tr>`)}</tbody></table></div>${transfers.length > TRANSFERS_MAX && html`<p class="note">${counted(transfers.length - TRANSFERS_MAX, 'later transfer')} are in the JSON.</p>`}</details>`
	}</section>`;
}

/** Writes how long legs were unhedged. */
export function unhedgedSection({ positions, playedUntil }: ReplayResult): Html {
	const sum = positions.reduce((all, { unhedgedMs }) => all + unhedgedMs, 0);
	const held = positions.reduce(
		(all, { openedAt, closedAt }) => all + ((closedAt ?? playedUntil) - openedAt),
		0,
	);
	const longest = positions
		.filter(({ unhedgedMs }) => unhedgedMs > 0)
		.sort((one, other) => other.unhedgedMs - one.unhedgedMs || compareIds(one, other));
	return html`<section id="unhedged"><h2>Unhedged time</h2><p>${
		held === 0
			? 'No position was held.'
			: `${spanText(sum)} in ${counted(longest.length, 'position')}: ${percent(sum / held)} of the time that positions were held.`
	}</p>${
		longest.length > 0 &&
		html`<div class="scroll" role="region" tabindex="0" aria-label="Longest unhedged times"><table><thead><tr><th scope="col">Position</th><th scope="col">Opened, UTC</th><th scope="col">Unhedged</th><th scope="col">Leg, USD</th><th scope="col">Net</th></tr></thead><tbody>${longest.slice(0, UNHEDGED_MAX).map((position) => html`<tr><th scope="row">${position.coin}</th><td class="text">${minuteText(position.openedAt)}</td><td>${spanText(position.unhedgedMs)}</td><td>${fixed(position.legUsd, 2)}</td><td>${signedUsd(position.parts.net)}</td></tr>`)}</tbody></table></div>`
	}</section>`;
}

function compareIds(one: Position, other: Position): number {
	return one.id < other.id ? -1 : 1;
}

function idleText({ columns, outcome, settings }: ReplayResult): Html {
	if (columns.at.length === 0) return html`<p>No state of the portfolio was recorded.</p>`;
	const capital = settings.capitalUsd * settings.users;
	const mean = (values: readonly number[]): number =>
		values.reduce((sum, value) => sum + value, 0) / values.length;
	const idle = mean(columns.idle);
	return html`<p>On average ${usd(idle)} (${percent(idle / capital)} of the capital) was idle and ${usd(mean(columns.exposure))} was in positions, both legs together. Idle capital earned ${usd(outcome.parts.idleInterest)}.</p>`;
}

function marginTable({ columns }: ReplayResult): Html {
	return html`<div class="scroll" role="region" tabindex="0" aria-label="Margin per exchange"><table><thead><tr><th scope="col">Exchange</th><th scope="col">Largest margin used, USD</th><th scope="col">Lowest equity, USD</th><th scope="col">Least distance to a liquidation</th></tr></thead><tbody>${columns.exchanges.map(
		({ exchange, equity, marginUsed, liquidationDistance }) =>
			html`<tr><th scope="row">${exchangeName(exchange)}</th><td>${fixed(
				marginUsed.reduce((most, value) => Math.max(most, value), 0),
				2,
			)}</td><td>${fixed(leastOf(equity), 2)}</td><td>${percent(leastOf(liquidationDistance))}</td></tr>`,
	)}</tbody></table></div>`;
}

function monthTable(result: ReplayResult): Html {
	return html`<details><summary>Table: the portfolio by month</summary><div class="scroll" role="region" tabindex="0" aria-label="Portfolio by month"><table><thead><tr><th scope="col">Month</th><th scope="col">Equity at the end</th><th scope="col">Largest drawdown</th><th scope="col">Exposure at the end</th><th scope="col">Idle at the end</th><th scope="col">Largest margin</th><th scope="col">Least distance to a liquidation</th><th scope="col">Funding received</th><th scope="col">Funding paid</th></tr></thead><tbody>${monthlyRows(
		result,
	).map(
		(row) =>
			html`<tr><th scope="row">${monthText(row.at)}</th><td>${fixed(row.equity, 2)}</td><td>${fixed(row.drawdown, 2)}</td><td>${fixed(row.exposure, 2)}</td><td>${fixed(row.idle, 2)}</td><td>${fixed(row.marginUsed, 2)}</td><td>${percent(row.liquidationDistance)}</td><td>${fixed(row.fundingReceived, 2)}</td><td>${fixed(row.fundingPaid, 2)}</td></tr>`,
	)}</tbody></table></div></details>`;
}

function transferRoutes(transfers: readonly Transfer[]): Html {
	const routes = Map.groupBy(transfers, ({ from, to }) => `${exchangeName(from)} to ${exchangeName(to)}`);
	const rows = [...routes]
		.map(([route, group]) => ({
			route,
			count: group.length,
			usd: group.reduce((sum, { usd: amount }) => sum + amount, 0),
		}))
		.sort((one, other) => other.usd - one.usd);
	return html`<div class="scroll" role="region" tabindex="0" aria-label="Transfers by route"><table><thead><tr><th scope="col">Route</th><th scope="col">Transfers</th><th scope="col">USD</th></tr></thead><tbody>${rows.map((row) => html`<tr><th scope="row">${row.route}</th><td>${fixed(row.count, 0)}</td><td>${fixed(row.usd, 2)}</td></tr>`)}</tbody></table></div>`;
}
