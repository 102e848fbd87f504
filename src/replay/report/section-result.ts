/** Writes the first part of a report: the net with its interval, the comparisons, and how far to trust them. */
import { type Html, html } from '../../domain/html.ts';
import {
	counted,
	dayText,
	fixed,
	minuteText,
	percent,
	signedPercent,
	signedUsd,
	spanText,
	usd,
} from './figures.ts';
import { strategyName } from './names.ts';
import type { Comparison, Outcome, ReplayResult } from './result.ts';
import { profitSteps, waterfall } from './svg-waterfall.ts';

/** Writes the banners that a reader must see before any figure: a partial result, faults, no trades, fragile. */
export function banners(result: ReplayResult, faults: readonly string[]): Html {
	const { status, statusReason, playedUntil, settings, honesty } = result;
	return html`${
		status === 'partial' &&
		html`<p class="banner warn"><strong>Partial result.</strong> It covers ${minuteText(settings.from)} until ${minuteText(playedUntil)} UTC, not until ${minuteText(settings.until)}. ${statusReason ?? ''}</p>`
	}${faults.length > 0 && html`<p class="banner bad"><strong>This result contradicts itself.</strong> ${faults.join(' ')}</p>`}${
		honesty.verdict === 'none' &&
		html`<p class="banner warn"><strong>No trade was made.</strong> Without trades there is no evidence for the policy or against it.</p>`
	}${
		honesty.verdict === 'fragile' &&
		html`<p class="banner warn"><strong>Fragile.</strong> The same policy acting one step later loses more than half of the net. Do not expect to earn it.</p>`
	}`;
}

/** Writes the headline figures and the comparisons. */
export function headlineSection(result: ReplayResult): Html {
	const { outcome, settings, playedUntil } = result;
	const capital = settings.capitalUsd * settings.users;
	return html`<section id="result"><h2>Result</h2><p class="headline"><span class="big ${outcome.parts.net < 0 ? 'loss' : 'gain'}">${signedPercent(outcome.netPerYear)} a year</span> ${intervalText(outcome)}</p><p>${signedUsd(outcome.parts.net)} on ${usd(capital)} in ${spanText(playedUntil - settings.from)}, after funding, fees, slippage${outcome.parts.basis === null ? '' : ', price basis'} and interest on idle capital.</p><dl class="tiles"><div><dt>Net</dt><dd>${signedUsd(outcome.parts.net)}</dd></div><div><dt>Trades</dt><dd>${fixed(outcome.trades, 0)}</dd></div><div><dt>Largest drawdown</dt><dd>${usd(outcome.drawdown.usd)}<small>${percent(outcome.drawdown.share)} of the peak</small></dd></div><div><dt>Sharpe ratio, yearly</dt><dd>${fixed(outcome.sharpe, 2)}</dd></div></dl>${comparisonTable(result)}</section>`;
}

/** Writes the tests of the result itself. */
export function honestySection({ honesty, outcome }: ReplayResult): Html {
	const { verdict, oneStepLate } = honesty;
	const late = oneStepLate?.outcome;
	return html`<section id="trust"><h2>How far to trust it</h2><p><strong>${VERDICTS[verdict]}</strong></p>${
		late !== undefined &&
		html`<p>Acting ${spanText(oneStepLate?.stepMs ?? 0)} later, the same policy earns ${signedUsd(late.parts.net)} (${signedPercent(late.netPerYear)} a year) in ${counted(late.trades, 'trade')}, against ${signedUsd(outcome.parts.net)}${keptText(outcome, late)}. A result that falls by more than half is fragile.</p>`
	}<p class="note">${outcome.interval === null ? 'The interval needs 30 days.' : 'The interval holds 90 % of the yearly nets of resampled blocks of days (stationary bootstrap). It says how much luck one span holds, not what the next span brings.'}</p></section>`;
}

/** Writes how the net adds up. */
export function profitSection({ outcome: { parts } }: ReplayResult): Html {
	return html`<section id="profit"><h2>How the net adds up</h2><div class="narrow">${waterfall(parts, 'Parts of the net')}</div>${parts.basis === null && html`<p class="note">The data have no prices, so the price basis is not known and the net excludes it.</p>`}<details><summary>Table: parts of the net</summary><div class="scroll" role="region" tabindex="0" aria-label="Parts of the net"><table><thead><tr><th scope="col">Part</th><th scope="col">USD</th></tr></thead><tbody>${profitSteps(parts).map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${signedUsd(value)}</td></tr>`)}<tr class="total"><th scope="row">Net</th><td>${signedUsd(parts.net)}</td></tr></tbody></table></div></details></section>`;
}

/** Writes an interval of a yearly net, such as `90 % interval 1.20 % to 3.40 % a year`. */
export function intervalText({ interval }: Pick<Outcome, 'interval'>): string {
	return interval === null
		? 'no interval: fewer than 30 days'
		: `90 % interval ${percent(interval.low)} to ${percent(interval.high)} a year`;
}

const VERDICTS: Readonly<Record<ReplayResult['honesty']['verdict'], string>> = {
	none: 'No trade was made, so nothing is shown about the policy.',
	fragile: 'Fragile: the net depends on acting at once.',
	steady: 'Steady: acting one step later keeps at least half of the net.',
	untested: 'Not tested: the same policy one step later was not run.',
};

function keptText(outcome: Outcome, late: Outcome): string {
	const { net } = outcome.parts;
	return net > 0 ? `, or ${percent(late.parts.net / net)}` : '';
}

function comparisonTable({ outcome, comparisons, settings }: ReplayResult): Html {
	const own = strategyName(settings.policy);
	return html`<h3>Compared with other uses of the same capital</h3><div class="scroll" role="region" tabindex="0" aria-label="Comparisons"><table><thead><tr><th scope="col">Strategy</th><th scope="col">Net a year</th><th scope="col">90 % interval</th><th scope="col">Net, USD</th><th scope="col">This replay earns more by</th><th scope="col">Trades</th><th scope="col">Drawdown</th><th scope="col">Sharpe</th></tr></thead><tbody>${outcomeRow(`${own} (this replay)`, outcome, null)}${comparisons.map((comparison) => comparisonRow(comparison, outcome))}</tbody></table></div>`;
}

function comparisonRow({ name, outcome, reason }: Comparison, own: Outcome): Html {
	return outcome === null
		? html`<tr><th scope="row">${strategyName(name)}</th><td class="text" colspan="7">Not known: ${reason ?? 'the data cannot tell.'}</td></tr>`
		: outcomeRow(strategyName(name), outcome, own.parts.net - outcome.parts.net);
}

function outcomeRow(name: string, outcome: Outcome, lead: number | null): Html {
	const { interval } = outcome;
	return html`<tr><th scope="row">${name}</th><td>${signedPercent(outcome.netPerYear)}</td><td>${interval === null ? '–' : `${percent(interval.low)} to ${percent(interval.high)}`}</td><td>${fixed(outcome.parts.net, 2)}</td><td>${lead === null ? '' : signedUsd(lead)}</td><td>${fixed(outcome.trades, 0)}</td><td>${percent(outcome.drawdown.share)}</td><td>${fixed(outcome.sharpe, 2)}</td></tr>`;
}

/** Writes what was replayed, as one line under the title. */
export function subtitle({ settings, data, playedUntil }: ReplayResult): string {
	const capital =
		settings.users === 1
			? usd(settings.capitalUsd)
			: `${counted(settings.users, 'user')} of ${usd(settings.capitalUsd)}`;
	return [
		`${dayText(settings.from)} to ${dayText(playedUntil)}`,
		`data of grade ${settings.grade}`,
		counted(settings.exchanges.length, 'exchange'),
		counted(data.coins, 'coin'),
		capital,
	].join(' · ');
}
