/**
 * Checks nonces (page "Nonces and API wallets", read 2026-11). The exchange keeps the 100 highest nonces per signer.
 * A new nonce must not be among them and, once there are 100, must be higher than the lowest of them. It must be
 * within two days before and one day after the current time. The simulator forgets nonces when it stops; the
 * exchange, too, may prune them. Expired actions still cannot be sent again.
 */
import { ActionRefusal } from './errors.ts';

const KEPT_MAX = 100;
const DAY_MS = 86_400_000;
const BEHIND_MS_MAX = 2 * DAY_MS;
const AHEAD_MS_MAX = DAY_MS;

/** Returns a function that accepts each nonce once. @throws ActionRefusal */
export function createNonces() {
	const kept = new Map<string, number[]>();
	return (signer: string, nonce: number, now: number): void => {
		if (nonce <= now - BEHIND_MS_MAX || nonce >= now + AHEAD_MS_MAX)
			throw new ActionRefusal(`Invalid nonce: nonce ${nonce} is out of range of the time ${now}`);
		const used = kept.get(signer) ?? [];
		if (used.includes(nonce)) throw new ActionRefusal(`Invalid nonce: duplicate nonce ${nonce}`);
		const least = used[0];
		if (used.length >= KEPT_MAX && least !== undefined && nonce < least)
			throw new ActionRefusal(`Invalid nonce: nonce too low ${nonce} < ${least}`);
		used.push(nonce);
		used.sort((a, b) => a - b);
		kept.set(signer, used.slice(-KEPT_MAX));
	};
}
