import { askPreview, openingParams } from '../opening.ts';
import { previewLines } from '../preview-lines.ts';
import { serviceCommand } from '../service-command.ts';
import { EXIT_FLAGS, OPENING_FLAGS } from '../trade-flags.ts';

export const preview = serviceCommand({
	name: 'preview',
	needs: 'arb:trade',
	summary: 'What opening it would do and cost, and every check. Sends nothing.',
	about:
		'Shows what carrywire execute would do with the same flags: both orders, the cost ledger, each check that does not hold with its limit, and until when and within which bounds this binds. Nothing is sent to an exchange. Prints execute_opportunity with preview.',
	forms: ['ID --amount USD [flags]'],
	words: [{ name: 'ID', meaning: 'From carrywire opportunities.' }],
	flags: { ...OPENING_FLAGS, ...EXIT_FLAGS },
	examples: ['carrywire preview opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 1000'],
	read: (given) => openingParams('preview', given),
	async run(params, session) {
		const shown = await askPreview(session, params);
		session.show(shown, () => previewLines(shown, session));
	},
});
