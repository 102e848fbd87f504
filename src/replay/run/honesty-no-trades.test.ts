/** Honesty test 5: a replay without trades is not a proof, and says so. */
import { beforeAll, expect, test } from 'vitest';
import { DRAWN_TRADED_FROM, DRAWN_UNTIL, drawRecording } from '../../../test/support/drawn-recording.ts';
import { runOnRecording } from '../../../test/support/ordered-replay.ts';
import { renderReport } from '../report/render-report.ts';
import { readResult, reportJson } from '../report/report-json.ts';
import type { ReplayResult } from '../report/result.ts';

let result: ReplayResult;

beforeAll(async () => {
	result = await runOnRecording(drawRecording(5, false), {
		...{ policy: 'month-mean', set: { enter: 100 } },
		...{ from: DRAWN_TRADED_FROM, until: DRAWN_UNTIL, compare: true },
	});
});

test('the result has the verdict that there is no evidence', () => {
	expect(result.outcome).toMatchObject({ trades: 0, netPerYear: 0, drawdown: { usd: 0, share: 0 } });
	expect(result.honesty.verdict).toBe('none');
	expect(readResult(reportJson(result)).honesty.verdict).toBe('none');
});

test('the report says it before any figure', () => {
	const page = renderReport(result);
	const [sentence, headline] = ['Without trades there is no evidence', 'class="tile'].map((text) =>
		page.indexOf(text),
	);
	expect(sentence).toBeGreaterThan(0);
	if (headline !== undefined && headline >= 0) expect(sentence).toBeLessThan(headline);
});
