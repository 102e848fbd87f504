/**
 * Reports doubts about an execution's funding figures as reasons in its record. Missing records are listed too,
 * because a payment without a record is unknown and not zero.
 */
import { type ExecutionState, legPlan } from '../domain/execution.ts';
import { type FundingDoubt, fundingDoubts } from '../domain/funding-check.ts';
import type { LegRole } from '../domain/ids.ts';
import { heldSpan, legTimeline } from '../domain/leg-timeline.ts';
import { storedReason } from '../domain/stored-reason.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Words } from '../sentences/sentence.ts';
import { settlementTermsOf } from '../venues/facts.ts';
import { fundingDoubtText, PORTFOLIO_TEXT } from './text.ts';

type Reason = { readonly field: string; readonly code: string; readonly message: Words };

/** How long a check of an execution's published settlements is cached, milliseconds. */
const KEPT_MS = 30_000;
/**
 * Maximum number of reasons per leg, which are about its latest settlements. The remaining doubts are only counted.
 */
const SHOWN_MAX = 5;

/** Returns the doubts about an execution's funding at `now`, milliseconds; empty if there are none. */
export type FundingReasons = (state: ExecutionState, now: number) => Promise<readonly Reason[]>;

/** Creates the check of journaled funding against published rates. A result is cached briefly per state. */
export function createFundingReasons(published: FundingHistory['settled']): FundingReasons {
	const kept = new WeakMap<ExecutionState, { readonly at: number; readonly reasons: readonly Reason[] }>();
	return async (state, now) => {
		const known = kept.get(state);
		if (known !== undefined && now - known.at < KEPT_MS) return known.reasons;
		const reasons = [
			...(state.attentionKind === 'funding' && state.attention !== null
				? [{ field: 'funding', code: 'FUNDING_REPEATED', message: storedReason(state.attention) }]
				: []),
			...(await legReasons(state, 'long', published, now)),
			...(await legReasons(state, 'short', published, now)),
		];
		kept.set(state, { at: now, reasons });
		return reasons;
	};
}

async function legReasons(
	state: ExecutionState,
	leg: LegRole,
	published: FundingHistory['settled'],
	now: number,
): Promise<readonly Reason[]> {
	const timeline = legTimeline(state, leg);
	const span = heldSpan(timeline, now);
	if (span === undefined) return [];
	const { venue, instrument } = legPlan(state, leg);
	const doubts = fundingDoubts({
		terms: settlementTermsOf(venue),
		timeline,
		records: state.funding.filter((record) => record.leg === leg),
		published: await published(venue, instrument.symbol, span.from, span.to),
		now,
	});
	const field = `funding.${leg}_funding`;
	const shown = doubts.slice(-SHOWN_MAX).map((doubt) => ({
		field,
		code: CODES[doubt.kind],
		message: fundingDoubtText(`${venue} ${instrument.symbol}`, doubt),
	}));
	const left = doubts.length - shown.length;
	if (left === 0) return shown;
	return [
		...shown,
		{
			field,
			code: 'FUNDING_DOUBTFUL',
			message: PORTFOLIO_TEXT.moreDoubts({ leg: `${venue} ${instrument.symbol}`, count: left }),
		},
	];
}

const CODES: Readonly<Record<FundingDoubt['kind'], string>> = {
	missing: 'FUNDING_MISSING',
	amount: 'FUNDING_DIFFERS',
	rate: 'FUNDING_RATE_DIFFERS',
};
