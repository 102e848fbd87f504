/** Draws how a net profit adds up, as rows of bars. It scales in width; texts keep their size. */
import { type Html, html } from '../../domain/html.ts';
import { signedUsd } from './figures.ts';
import type { ProfitParts } from './result.ts';

/** One step of a waterfall. The last one is a total from zero. */
type Step = { readonly label: string; readonly usd: number; readonly isTotal: boolean };

const ROW_PX = 44;
const BAR_PX = 16;
/** Free share of the width on both sides. */
const MARGIN = 0.02;

/** Returns the parts of a net profit with their labels, in the order of the waterfall. */
export function profitSteps(parts: ProfitParts): readonly (readonly [label: string, usd: number | null])[] {
	return [
		['Funding received', parts.fundingReceived],
		['Funding paid', parts.fundingPaid],
		['Fees', parts.fees],
		['Slippage', parts.slippage],
		['Price basis', parts.basis],
		['Interest on idle capital', parts.idleInterest],
	];
}

/** Draws a waterfall of the parts that are known. */
export function waterfall(parts: ProfitParts, title: string): Html {
	const known = profitSteps(parts).flatMap(([label, value]): Step[] =>
		value === null ? [] : [{ label, usd: value, isTotal: false }],
	);
	const steps: readonly Step[] = [...known, { label: 'Net', usd: parts.net, isTotal: true }];
	const spans = spansOf(steps);
	const low = Math.min(0, ...spans.map(([from, to]) => Math.min(from, to)));
	const high = Math.max(0, ...spans.map(([from, to]) => Math.max(from, to)));
	const width = high - low || 1;
	const x = (value: number): number => (MARGIN + ((value - low) / width) * (1 - 2 * MARGIN)) * 100;
	const text = `${title}: ${steps.map(({ label, usd }) => `${label} ${signedUsd(usd)}`).join(', ')}.`;
	return html`<svg class="waterfall" role="img" width="100%" height="${steps.length * ROW_PX}" aria-label="${text}"><title>${text}</title>${steps.map(
		(step, index) => bar(step, spans[index] ?? [0, 0], index, x),
	)}</svg>`;
}

/** Returns the span of each step's bar, in USD. */
function spansOf(steps: readonly Step[]): readonly (readonly [from: number, to: number])[] {
	let sum = 0;
	return steps.map(({ usd, isTotal }) => {
		const from = isTotal ? 0 : sum;
		sum = isTotal ? usd : sum + usd;
		return [from, sum];
	});
}

function bar(
	{ label, usd, isTotal }: Step,
	[from, to]: readonly [number, number],
	index: number,
	x: (value: number) => number,
): Html {
	const top = index * ROW_PX;
	const left = Math.min(x(from), x(to));
	const width = Math.max(0.3, Math.abs(x(to) - x(from)));
	const kind = `${usd < 0 ? 'loss' : 'gain'}${isTotal ? ' total' : ''}`;
	return html`<text class="${isTotal ? 'strong' : 'plain'}" x="0" y="${top + 14}">${label}</text><text class="amount ${isTotal ? 'strong' : 'plain'}" x="100%" y="${top + 14}">${signedUsd(usd)}</text><rect class="${kind}" x="${at(left)}" y="${top + 20}" width="${at(width)}" height="${BAR_PX}" rx="2"/><line class="zero" x1="${at(x(0))}" x2="${at(x(0))}" y1="${top + 18}" y2="${top + 38}"/>`;
}

function at(share: number): string {
	return `${share.toFixed(2)}%`;
}
