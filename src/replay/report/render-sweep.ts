/** Renders the result of a sweep as one HTML file. The number of trials comes first, because it deflates all others. */

import { type Html, html } from '../../domain/html.ts';
import {
	expectedBestSharpe,
	meanAndDeviation,
	returnShape,
	yearlySharpe,
} from '../../domain/sharpe-ratio.ts';
import { counted, dayText, fixed, percent, signedPercent, signedUsd } from './figures.ts';
import { strategyName } from './names.ts';
import { renderPage } from './page.ts';
import type { SweepResult, SweepTrial } from './result.ts';
import { commandBlock, settingsList } from './section-evidence.ts';
import { intervalText } from './section-result.ts';

/** Trials in the table, the best in training first. */
const ROWS_MAX = 2_000;

/** Renders a sweep's report: one HTML file without scripts and without any request. */
export function renderSweep(sweep: SweepResult): string {
	const { settings, trials } = sweep;
	return renderPage({
		title: `Sweep of ${strategyName(settings.policy)}: ${counted(trials.length, 'trial')}`,
		subtitle: `${dayText(settings.from)} to ${dayText(settings.until)} · data of grade ${settings.grade} · settings chosen before the days of their test`,
		banners: html`${sweep.status === 'partial' && html`<p class="banner warn"><strong>Partial.</strong> The sweep was stopped after ${counted(trials.length, 'trial')}.</p>`}${trials[sweep.chosen]?.training.trades === 0 && html`<p class="banner warn"><strong>The chosen trial made no trade.</strong> Without trades there is no evidence.</p>`}`,
		links: [
			['chosen', 'Chosen settings'],
			['forward', 'Walk forward'],
			['overfitting', 'Skill or luck'],
			['trials', 'All trials'],
			['origin', 'Settings'],
		],
		sections: [
			chosenSection(sweep),
			forwardSection(sweep),
			luckSection(sweep),
			trialsSection(sweep),
			originSection(sweep),
		],
		charts: null,
	});
}

function chosenSection({ trials, chosen }: SweepResult): Html {
	const trial = trials[chosen];
	if (trial === undefined)
		return html`<section id="chosen"><h2>Chosen settings</h2><p>No trial was run.</p></section>`;
	const { training, test } = trial;
	return html`<section id="chosen"><h2>Chosen settings</h2><p><strong>${counted(trials.length, 'setting')} ${trials.length === 1 ? 'was' : 'were'} tried.</strong> The best in training is ${setText(trial)}.</p><p class="headline"><span class="big ${test.netUsd < 0 ? 'loss' : 'gain'}">${signedPercent(test.netPerYear)} a year</span> in testing, ${intervalText(test)}</p><dl class="tiles"><div><dt>Training</dt><dd>${signedPercent(training.netPerYear)} a year</dd></div><div><dt>Test</dt><dd>${signedPercent(test.netPerYear)} a year</dd></div><div><dt>Net in testing</dt><dd>${signedUsd(test.netUsd)}</dd></div><div><dt>Trades in testing</dt><dd>${fixed(test.trades, 0)}</dd></div><div><dt>Rank in testing</dt><dd>${rankText(trials, trial)}</dd></div></dl><p class="note">Read the test figure. The training figure is the best of ${counted(trials.length, 'trial')}, so luck is part of it.</p></section>`;
}

function forwardSection({ trials, windows, walkedForward }: SweepResult): Html {
	const rows = windows.map(({ trainFrom, testFrom, testUntil, chosen }) => {
		const trial = trials[chosen];
		return html`<tr><th scope="row">${dayText(testFrom)} to ${dayText(testUntil)}</th><td>${dayText(trainFrom)}</td><td>${trial === undefined ? '–' : setText(trial)}</td></tr>`;
	});
	return html`<section id="forward"><h2>Walk forward</h2><p class="headline"><span class="big ${walkedForward.netUsd < 0 ? 'loss' : 'gain'}">${signedPercent(walkedForward.netPerYear)} a year</span> over ${counted(walkedForward.days, 'test day')}, ${intervalText(walkedForward)}</p><p>The best settings of each training window were used in the test window after it. This is what choosing by the past would have earned.</p><details><summary>Table: settings per window</summary><div class="scroll" role="region" tabindex="0" aria-label="Windows"><table><thead><tr><th scope="col">Tested</th><th scope="col">Trained from</th><th scope="col">Settings</th></tr></thead><tbody>${rows}</tbody></table></div></details></section>`;
}

function luckSection({ trials, deflatedSharpe, overfitting }: SweepResult): Html {
	const sharpes = trials.map(({ dailyReturns }) => returnShape(dailyReturns).sharpe);
	const variance = sharpes.length < 2 ? 0 : meanAndDeviation(sharpes).deviation ** 2;
	const lucky = yearlySharpe(expectedBestSharpe(sharpes.length, variance));
	return html`<section id="overfitting"><h2>Skill or luck</h2><dl class="tiles"><div><dt>Deflated Sharpe ratio</dt><dd>${percent(deflatedSharpe)}</dd></div><div><dt>Probability of overfitting</dt><dd>${percent(overfitting)}</dd></div></dl><p>${
		deflatedSharpe === null
			? 'The deflated Sharpe ratio needs 30 days.'
			: `The best of ${counted(trials.length, 'trial')} without skill is expected to show a Sharpe ratio of ${fixed(lucky, 2)} a year. The deflated Sharpe ratio is the probability that the true ratio of the chosen settings is higher. Below 95 % the result may be luck.`
	}</p><p>${
		overfitting === null
			? 'The probability of overfitting needs at least two trials and 20 days.'
			: 'The probability of overfitting says how often the best settings of half of the days are below the median on the other days. Chance alone gives 50 %. Above 20 % the choice means little.'
	}</p><p class="note">Sources: Bailey and López de Prado (2014), “The Deflated Sharpe Ratio”; Bailey, Borwein, López de Prado and Zhu (2017), “The Probability of Backtest Overfitting”. Both use daily returns over the whole span.</p></section>`;
}

function trialsSection({ trials, chosen }: SweepResult): Html {
	const names = [...new Set(trials.flatMap(({ set }) => Object.keys(set)))].sort();
	const sorted = trials
		.map((trial, index) => ({ trial, index }))
		.sort(
			(one, other) =>
				other.trial.training.netPerYear - one.trial.training.netPerYear || one.index - other.index,
		);
	return html`<section id="trials"><h2>All trials</h2><p>${counted(trials.length, 'trial')}, the best in training first.</p><div class="scroll" role="region" tabindex="0" aria-label="Trials"><table><thead><tr><th scope="col">Trial</th>${names.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">Training, a year</th><th scope="col">Test, a year</th><th scope="col">Test interval, 90 %</th><th scope="col">Test trades</th><th scope="col">Test drawdown</th><th scope="col">Training Sharpe</th><th scope="col">Test Sharpe</th></tr></thead><tbody>${sorted.slice(0, ROWS_MAX).map(({ trial, index }) => trialRow(trial, names, index, index === chosen))}</tbody></table></div>${sorted.length > ROWS_MAX && html`<p class="note">${counted(sorted.length - ROWS_MAX, 'trial')} with a lower training result are in the JSON.</p>`}</section>`;
}

function trialRow(
	{ set, training, test }: SweepTrial,
	names: readonly string[],
	index: number,
	isChosen: boolean,
): Html {
	const { interval } = test;
	return html`<tr class="${isChosen ? 'chosen' : 'trial'}"><th scope="row">${index + 1}${isChosen && ' (chosen)'}</th>${names.map((name) => html`<td>${set[name] === undefined ? '–' : String(set[name])}</td>`)}<td>${signedPercent(training.netPerYear)}</td><td>${signedPercent(test.netPerYear)}</td><td>${interval === null ? '–' : `${percent(interval.low)} to ${percent(interval.high)}`}</td><td>${fixed(test.trades, 0)}</td><td>${percent(test.drawdown.share)}</td><td>${fixed(training.sharpe, 2)}</td><td>${fixed(test.sharpe, 2)}</td></tr>`;
}

function originSection({ settings, command, service, dataHash, form }: SweepResult): Html {
	return html`<section id="origin"><h2>Settings and origin</h2>${commandBlock(command)}${settingsList(settings)}<dl class="rows"><div><dt>Carrywire</dt><dd>${service.version}</dd></div><div><dt>Hash of the code</dt><dd class="code">${service.codeHash}</dd></div><div><dt>Hash of the data</dt><dd class="code">${dataHash}</dd></div><div><dt>Form of the result</dt><dd>${form}</dd></div></dl></section>`;
}

function setText({ set }: SweepTrial): string {
	const entries = Object.entries(set).sort(([one], [other]) => (one < other ? -1 : 1));
	return entries.length === 0
		? 'without settings'
		: entries.map(([name, value]) => `${name} = ${value}`).join(', ');
}

function rankText(trials: readonly SweepTrial[], trial: SweepTrial): string {
	const better = trials.filter(({ test }) => test.netPerYear > trial.test.netPerYear).length;
	return `${fixed(better + 1, 0)} of ${fixed(trials.length, 0)}`;
}
