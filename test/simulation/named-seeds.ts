/**
 * Seeds with a name: what they are for, or what they once broke. Each is run on every test, and the first twenty once for
 * every place at which their process can die. One that broke something stays when it no longer does: the numbers stand
 * for what was drawn when it was named, and a change of the draws makes them ordinary seeds.
 */
export type NamedSeed = { readonly seed: number; readonly why: string };

export const NAMED_SEEDS: readonly NamedSeed[] = [
	{ seed: 24, why: 'both legs at once, closed in parts' },
	{ seed: 2, why: 'a grid while books fall silent' },
	{ seed: 82, why: 'a resting first leg, with connections cut' },
	{ seed: 20, why: 'a grid and a direct execution, with cancels lost' },
	{ seed: 55, why: 'a full disk' },
	{ seed: 61, why: 'two modes at once, fees in another coin' },
	{ seed: 75, why: 'a liquidation of a grid' },
	{ seed: 90, why: 'a liquidation among requests that arrive twice' },
	{ seed: 99, why: 'a trade by hand beside a resting first leg' },
	{ seed: 110, why: 'a resting first leg without its books' },
	{ seed: 125, why: 'cancels and duplicates lost and found' },
	{ seed: 138, why: 'deleveraging of one of two executions' },
	{ seed: 145, why: 'a liquidation and its cut' },
	{ seed: 151, why: 'a grid whose cancels are lost while books are silent' },
	{ seed: 175, why: 'a first leg that never fills' },
	{ seed: 193, why: 'two direct executions over a full disk' },
	{ seed: 236, why: 'deleveraging and a trade by hand' },
	{ seed: 288, why: 'a resting first leg over a full disk' },
	{ seed: 374, why: 'deleveraging while a cancel is lost' },
	{ seed: 454, why: 'two resting first legs' },
	{ seed: 1292, why: 'a lost cancel leaves a resting first leg filling alone' },
	{ seed: 681, why: 'a leg is seized while the other still opens' },
	{ seed: 1823, why: 'a trade by hand nets an opening fill away' },
	{ seed: 3577, why: 'a settlement between a trade by hand and its discovery' },
	{ seed: 39, why: 'a trade by hand beyond what the executions hold' },
	{ seed: 366, why: 'a deposit while our clock is ahead' },
	{ seed: 748, why: 'a settlement while our clock is wrong' },
	{ seed: 652, why: 'two executions on one instrument, each left with less than the smallest order' },
	{ seed: 885, why: 'a person is called in the very step in which a leg would be completed' },
	{ seed: 988, why: 'a seizure from before the third execution opened' },
	{ seed: 2436, why: 'a seizure told twice while the disk is full' },
	{ seed: 4588, why: 'flat beside an execution whose seizure is not on disk yet' },
	{ seed: 5014, why: 'flat beside another that is being repaired' },
	{ seed: 6430, why: 'a trade by hand in the moment in which a rest below the minimum is closed' },
	{ seed: 6452, why: 'an execution opened beside one whose legs are not proven' },
	{ seed: 22871, why: 'a part close that leaves less than the smallest order above it' },
	{ seed: 83125, why: 'a settlement between deleveraging and its discovery while our clock is ahead' },
	{ seed: 42661, why: 'a settlement while a close is unknown and our clock ahead' },
	{ seed: 1_048_916, why: 'what was read beside an emergency hedge that ended meanwhile' },
];
