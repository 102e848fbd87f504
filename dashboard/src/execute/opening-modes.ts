/** How the legs of an execution are opened, in words. */
import type { ExecutionMode } from '../../../client/methods.ts';

export const MODES: readonly {
	readonly mode: ExecutionMode;
	readonly name: string;
	readonly meaning: string;
}[] = [
	{
		mode: 'auto',
		name: 'Automatic',
		meaning: 'The service chooses one of the three below by the size of the trade against both books.',
	},
	{
		mode: 'single-direct',
		name: 'Both at once',
		meaning:
			'Both legs are sent whole at the same moment and take what the books hold: fastest, dearest in deep trades.',
	},
	{
		mode: 'single-delay',
		name: 'One leg first',
		meaning:
			'The leg with the thinner book rests as an offer first, and each of its fills is hedged at once on the other exchange: slower, and one leg is open alone for moments.',
	},
	{
		mode: 'grid',
		name: 'Grid of slices',
		meaning:
			'Many small slices, both legs of each together, and later ones wait for a better price basis (short price against long price): slowest, least on one leg alone.',
	},
];
