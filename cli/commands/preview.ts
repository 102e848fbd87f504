import { askPreview, openingParams } from '../opening.ts';
import { previewLines } from '../preview-lines.ts';
import { serviceCommand } from '../service-command.ts';

/** Shows the plan for opening a position, and opens nothing. */
export const preview = serviceCommand({
	name: 'preview',
	needs: 'arb:trade',
	read: (given) => openingParams('preview', given),
	async run(params, session) {
		const shown = await askPreview(session, params);
		session.show(shown, () => previewLines(shown, session));
	},
});
