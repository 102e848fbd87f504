import { opportunityLines } from '../opportunity-lines.ts';
import { oneWord, paramsOf } from '../params.ts';
import { serviceCommand } from '../service-command.ts';
import { TERMS_FLAGS } from '../trade-flags.ts';

export const opportunity = serviceCommand({
	name: 'opportunity',
	needs: 'public',
	summary: 'One of them: its legs, its cost ledger, its coming settlements.',
	about:
		'Explains one opportunity at your terms: both legs, what it is expected to pay and to cost, the settlements to come, and why the verdict is what it is. Prints opportunity_detail.',
	forms: ['ID [flags]'],
	words: [{ name: 'ID', meaning: 'From carrywire opportunities.' }],
	flags: TERMS_FLAGS,
	examples: ['carrywire opportunity opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 2000'],
	read: ({ values, words }) => ({
		...paramsOf<'opportunity_detail'>('opportunity', TERMS_FLAGS, values),
		opportunity_id: oneWord('opportunity', 'the ID of an opportunity', words),
	}),
	async run(params, session) {
		const detail = await session.call('opportunity_detail', params);
		session.show(detail, () => opportunityLines(detail, session));
	},
});
