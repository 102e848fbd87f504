import { expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../../domain/decimal.ts';
import { answerText, keptAnswer, termsText } from './kept-answer.ts';

/** Texts that version 0.1.0 wrote. */
const ANSWER =
	'{"success":true,"job_id":"job_1","execution_id":"exec_1","status":"queued","mode":"grid","message":"It began.","planned_amount":{"$d":"998.41"},"estimated_entry_time":"2026-11-20T08:00:01.000Z","warnings":[{"code":"VERDICT","message":"No."}]}';
const TERMS =
	'{"opportunityId":"opp_1","amount":{"$d":"1000"},"mode":"auto","leverage":{"$d":"2"},"onlyIfTrade":false,"exit":{"max_hours":{"$d":"72"},"max_epochs":3,"close_on_reversal":false,"min_liquidation_distance_pct":{"$d":"5"}}}';

test('reads a stored answer of an earlier version and writes it the same way', () => {
	const answer = keptAnswer(ANSWER);
	expect(answer).toMatchObject({
		jobId: 'job_1',
		executionId: 'exec_1',
		plannedAmount: parseDecimal('998.41'),
	});
	expect(answerText(answer)).toBe(ANSWER);
});

test('writes the same terms text as an earlier version', () => {
	const text = termsText({
		userId: 'user_a',
		agent: undefined,
		opportunityId: 'opp_1',
		amount: fromInteger(1_000),
		mode: 'auto',
		leverage: fromInteger(2),
		maxSlippageBps: undefined,
		minNetApr: undefined,
		onlyIfTrade: false,
		exit: {
			maxHours: fromInteger(72),
			maxEpochs: 3,
			takeProfitPct: undefined,
			stopLossPct: undefined,
			closeOnReversal: false,
			minLiquidationDistancePct: fromInteger(5),
		},
		idempotencyKey: 'key',
		preview: false,
		previewId: undefined,
	});
	expect(text).toBe(TERMS);
});
