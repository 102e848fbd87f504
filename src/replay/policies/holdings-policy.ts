/**
 * Opens given positions at the first step and keeps them to the end: a portfolio of today in recorded markets. An opening
 * that the service refuses is tried again at the next step.
 */

import { type Holding, readHoldings } from '../../domain/holdings.ts';
import { readContracts } from './map-contracts.ts';
import { type Policy, PolicyError, type PolicySettings } from './policy.ts';
import { closeAll, emptySeat, forgetEnded, open } from './seat-positions.ts';
import { stepThrough } from './stepping.ts';

/** The positions are held whatever their funding does. */
const TERMS = { any_direction: true, exit: { close_on_reversal: false } };

/** Reads the setting `positions`. @throws PolicyError for a wrong entry */
export function givenHoldings(setting: string): readonly Holding[] {
	const read = readHoldings(setting);
	if (!('wrong' in read)) return read;
	throw new PolicyError(
		'POLICY_SETTING',
		`An entry of the setting positions must be COIN:long exchange:short exchange:USD of each leg:leverage, such as BTC:okx:bybit:1000:2; was ${JSON.stringify(read.wrong)}.`,
	);
}

/** Holds the positions of the setting. Only the first seat trades. */
export const holdingsPolicy: Policy = async (seats, clock, settings) => {
	const [seat] = seats;
	if (seat === undefined) return;
	const positions = emptySeat(seat);
	const waiting = [...givenHoldings(textIn(settings, 'positions'))];
	const coins = [...new Set(waiting.map(({ coin }) => coin))];
	await stepThrough(clock, settings, {
		async step(now) {
			await forgetEnded(positions, now);
			if (waiting.length === 0) return;
			const map = await readContracts(seat.client, coins);
			for (const holding of [...waiting]) {
				const { coin, leverage } = holding;
				const [long, short] = [holding.long, holding.short].map((at) => map.get(coin)?.get(at)?.[0]);
				if (long === undefined || short === undefined) continue;
				const amount = (2 * holding.legUsd) / leverage;
				if (await open(positions, { coin, long, short, amount, params: { ...TERMS, leverage } }, now))
					waiting.splice(waiting.indexOf(holding), 1);
			}
		},
		atEnd: () => closeAll([positions]),
	});
};

function textIn(settings: PolicySettings, name: string): string {
	const value = settings[name];
	if (typeof value === 'string') return value;
	throw new Error(`Invariant broken: the setting ${name} is ${String(value)}, not a text.`);
}
