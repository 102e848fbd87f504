import { describe, expect, test } from 'vitest';
import { drawReplayResult, drawSweepResult } from '../../../test/support/replay-result.ts';
import { ResultFormError, readResult, reportJson, sweepJson } from './report-json.ts';

const RESULT = drawReplayResult({ seed: 4, days: 35, positions: 6, events: 2 });
const TEXT = reportJson(RESULT);

/** Returns a copy whose objects list their members in the reverse order. */
function reversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([name, inner]) => [name, reversed(inner)]),
	);
}

describe('the JSON of a result', () => {
	test('is read back without loss', () => {
		expect(readResult(TEXT)).toEqual(RESULT);
		expect(reportJson(readResult(TEXT))).toBe(TEXT);
	});

	test('has the same bytes whatever the order of the members', () => {
		expect(reportJson(reversed(RESULT) as typeof RESULT)).toBe(TEXT);
		const sweep = drawSweepResult(1, 5, 0);
		expect(sweepJson(reversed(sweep) as typeof sweep)).toBe(sweepJson(sweep));
	});

	test('is one line, and refuses a number that is not finite', () => {
		expect(TEXT.indexOf('\n')).toBe(TEXT.length - 1);
		expect(() => reportJson({ ...RESULT, playedUntil: Number.NaN })).toThrow(
			'A JSON number must be finite; the member "playedUntil" was NaN.',
		);
	});
});

describe('reading a result', () => {
	test.each([
		['text that is not JSON', 'PK\u0003', 'it is not JSON. Choose the file that `--json` wrote.'],
		[
			'another form',
			TEXT.replace('"form":1', '"form":2'),
			'This result has form 2, and this version reads form 1.',
		],
		['another object', '{"trials":[]}', 'This is not the result of a replay: '],
		['null', 'null', 'This is not the result of a replay: '],
		['a list', '[1]', 'This is not the result of a replay: '],
		['a member of another kind', TEXT.replace('"users":1', '"users":"1"'), ' at settings.users.'],
		['a member that is not known', TEXT.replace('"users":1', '"users":1,"usres":1'), ' at settings.'],
		[
			'parts that do not add up',
			reportJson({
				...RESULT,
				outcome: { ...RESULT.outcome, parts: { ...RESULT.outcome.parts, fees: -1_000 } },
			}),
			'This result contradicts itself: The outcome: the parts add up to ',
		],
	])('refuses %s with a sentence', (_name, text, message) => {
		expect(() => readResult(text)).toThrow(ResultFormError);
		expect(() => readResult(text)).toThrow(message);
	});
});
