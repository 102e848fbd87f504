import { VERDICTS } from '../../src/domain/opportunity.ts';
import { SORT_KEYS } from '../../src/ports/opportunities.ts';
import { noWords } from '../given.ts';
import { opportunitiesLines } from '../opportunity-lines.ts';
import { type ParamFlags, paramsOf } from '../params.ts';
import { serviceCommand } from '../service-command.ts';
import { TERMS_FLAGS } from '../trade-flags.ts';

const FLAGS = {
	exchangepair: {
		kind: 'text',
		value: 'PAIR',
		meaning: 'Only of this pair of exchanges, such as bybit-kucoin.',
	},
	q: { kind: 'text', value: 'TEXT', meaning: 'Only symbols that hold this text.' },
	sortby: {
		kind: 'text',
		value: 'KEY',
		meaning: `Best first by ${SORT_KEYS.join(', ')} (default spread).`,
		choices: SORT_KEYS,
	},
	'tradable-only': {
		kind: 'switch',
		meaning: 'Only those that no guard forbids; the verdict may still be no_trade.',
	},
	verdict: {
		kind: 'text',
		value: 'VERDICT',
		meaning: `Only those of this verdict: ${VERDICTS.join(', ')}.`,
		choices: VERDICTS,
	},
	'max-min-amount': {
		kind: 'number',
		value: 'USD',
		meaning: 'Only those that so much, over both legs, is enough to open.',
	},
	limit: { kind: 'number', value: 'NUMBER', meaning: 'So many on a page, at most 100 (default 20).' },
	page: { kind: 'number', value: 'NUMBER', meaning: 'Which page (default 1).' },
	...TERMS_FLAGS,
} as const satisfies ParamFlags;

export const opportunities = serviceCommand({
	name: 'opportunities',
	needs: 'public',
	summary: 'What pays funding now, and what is left of it after every cost.',
	about:
		'Lists opportunities at your terms, best first. A headline is not a profit: the verdict, NET and CHANCE say what is expected to be left, and in which time. Prints get_opportunities.',
	forms: ['[flags]'],
	flags: FLAGS,
	examples: [
		'carrywire opportunities --sortby net_apr --tradable-only --limit 5',
		'carrywire opportunities --exchangepair bybit-kucoin --amount 5000 --horizon-hours 72',
		'carrywire opportunities --json --limit 1 | jq .data',
	],
	read({ values, words }) {
		noWords('opportunities', words);
		return paramsOf<'get_opportunities'>('opportunities', FLAGS, values);
	},
	async run(params, session) {
		const found = await session.call('get_opportunities', params);
		session.show(found, () => opportunitiesLines(found, session));
	},
});
