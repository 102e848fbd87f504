import { expect, test } from 'vitest';
import { HOSTILE_TEXT } from '../../../test/support/hostile-result.ts';
import { drawSweepResult } from '../../../test/support/replay-result.ts';
import { signedPercent } from './figures.ts';
import { REPORT_BYTES_MAX } from './render-report.ts';
import { renderSweep } from './render-sweep.ts';

const SWEEP = drawSweepResult(4, 40, 0.4);

function shownText(page: string): string {
	return page
		.replace(/<style>[\s\S]*?<\/style>/g, ' ')
		.replace(/<[^>]+>/g, ' ')
		.replace(/ +/g, ' ');
}

const page = renderSweep(SWEEP);
const text = shownText(page);

test('states the number of trials before any outcome', () => {
	expect(page).toMatch(/<h1>[^<]*: 40 trials<\/h1>/);
	expect(text.indexOf('40 settings were tried.')).toBeLessThan(text.indexOf('a year'));
});

test('shows the test figure of the chosen trial and marks its row', () => {
	const chosen = SWEEP.trials[SWEEP.chosen];
	expect(page).toContain(`${signedPercent(chosen?.test.netPerYear ?? null)} a year</span> in testing`);
	expect(page.match(/<tr class="chosen"><th scope="row">4 \(chosen\)<\/th>/g)).toHaveLength(1);
	expect(page.match(/<tr class="trial">/g)).toHaveLength(39);
});

test('says how to read both probabilities', () => {
	expect(text).toContain('The best of 40 trials without skill is expected to show a Sharpe ratio of');
	expect(text).toContain('Below 95 % the result may be luck.');
	expect(text).toContain('Chance alone gives 50 %.');
	expect(shownText(renderSweep({ ...SWEEP, deflatedSharpe: null, overfitting: null }))).toContain(
		'The deflated Sharpe ratio needs 30 days.',
	);
});

test('has neither scripts nor addresses, and is small for a thousand trials', () => {
	expect(page).not.toMatch(/<script|https?:/);
	const [trial] = SWEEP.trials;
	if (trial === undefined) throw new Error('The draw has no trial.');
	const many = renderSweep({ ...SWEEP, trials: Array.from({ length: 1_000 }, () => trial) });
	expect(new TextEncoder().encode(many).length).toBeLessThan(REPORT_BYTES_MAX);
});

test('escapes names and values of settings', () => {
	const trials = SWEEP.trials.map((trial) => ({ ...trial, set: { [HOSTILE_TEXT]: HOSTILE_TEXT } }));
	expect(renderSweep({ ...SWEEP, trials, command: HOSTILE_TEXT })).not.toMatch(/<script|<img/);
});

test('warns if the chosen trial made no trade', () => {
	const trials = SWEEP.trials.map((trial) => ({ ...trial, training: { ...trial.training, trades: 0 } }));
	expect(shownText(renderSweep({ ...SWEEP, trials }))).toContain('Without trades there is no evidence');
});
