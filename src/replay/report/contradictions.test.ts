import { expect, test } from 'vitest';
import { drawReplayResult } from '../../../test/support/replay-result.ts';
import { contradictions } from './contradictions.ts';

const RESULT = drawReplayResult({ seed: 9, days: 35, positions: 8, events: 1 });
const { columns, funding, outcome, positions } = RESULT;
const [first, ...others] = positions;
if (first === undefined) throw new Error('The draw has no position.');

test('finds nothing in results that the engine could have made', () => {
	for (let seed = 0; seed < 10; seed += 1)
		expect(contradictions(drawReplayResult({ seed, days: 40, positions: 20, events: 1 }))).toEqual([]);
});

test.each([
	[
		'a net that is not the sum of its parts',
		{ outcome: { ...outcome, parts: { ...outcome.parts, idleInterest: outcome.parts.idleInterest + 1 } } },
		'The outcome: the parts add up to ',
	],
	[
		'a position whose parts do not add up',
		{ positions: [{ ...first, parts: { ...first.parts, fees: first.parts.fees - 3 } }, ...others] },
		`Position ${first.id}: the parts do not add up to its net (1 positions in all).`,
	],
	[
		'positions that earn less than the outcome',
		{ positions: others, funding: emptied() },
		'The positions earn ',
	],
	[
		'columns of different lengths',
		{ columns: { ...columns, idle: columns.idle.slice(1) } },
		'The columns of the portfolio have different lengths.',
	],
	[
		'funding columns of different lengths',
		{ funding: { ...funding, leg: funding.leg.slice(1) } },
		'The columns of funding have different lengths.',
	],
	[
		'times that run backwards',
		{ columns: { ...columns, at: columns.at.toReversed() } },
		'A column of times runs backwards.',
	],
	[
		'funding of a position that does not exist',
		{ funding: { ...funding, position: funding.position.map(() => 99) } },
		`${funding.at.length.toLocaleString('en-US')} payments of funding belong to no position.`,
	],
	[
		'funding that does not add up',
		{ funding: { ...funding, usd: funding.usd.map((usd) => usd * 1.1) } },
		'The payments of funding add up to ',
	],
])('finds %s', (_name, change, message) => {
	expect(contradictions({ ...RESULT, ...change }).join('\n')).toContain(message);
});

function emptied() {
	return { at: [], position: [], leg: [], usd: [] };
}
