/** Lists bugs in rolls, which move a leg to another exchange slice by slice. */
import type { Mutant } from './mutant.ts';

/** Each bug removes one safeguard of rolls. */
export const ROLL_MUTANTS: readonly Mutant[] = [
	{
		name: 'roll-unproven',
		without: 'the limit of a take-over to what has filled at the new exchange',
		file: 'src/engine/decide/rolling.ts',
		find: 'takeOver: ahead };',
		replace: 'takeOver: max(ahead, sub(state.plan.quantity, state.held[stays])) };',
		caughtAs: /took over more than its proven fills|a roll leaves one leg unhedged|does not fold/,
		isInEveryRun: true,
		seedFirst: 9_000_001,
		seedsMax: 300,
	},
	{
		name: 'roll-too-early',
		without: 'the wait for the pair before to be whole before the next slice of a roll',
		file: 'src/engine/decide/rolling.ts',
		find: 'if (!mayGive(before) || !isOpen(around)',
		replace: 'if (!isOpen(around)',
		caughtAs: /begins while the pair before is unequal|a roll leaves one leg unhedged/,
		seedFirst: 9_000_001,
		seedsMax: 300,
	},
	{
		name: 'roll-without-return',
		without: 'the reduction of the new leg when the pair before cannot give',
		file: 'src/engine/drive/take-overs.ts',
		find: "if (outcome === 'refused') return [{ kind: 'rollRefused' }];",
		replace: "if (outcome === 'refused') return [];",
		caughtAs: /long after the faults/,
		seedFirst: 9_000_001,
		seedsMax: 1_500,
	},
	{
		name: 'roll-settlement',
		without: 'the time of the last settlement, before which a roll holds nothing',
		file: 'src/engine/decide/giving.ts',
		find: 'Math.max(lastStamp(state, leg), afterSettlement)',
		replace: 'Math.max(lastStamp(state, leg), afterSettlement - 3_600_000)',
		caughtAs: /booked a payment from before its roll/,
		seedFirst: 9_002_201,
		seedsMax: 300,
	},
];
