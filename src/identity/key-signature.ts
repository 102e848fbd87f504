/** Checks a signature against an address, which is the last 20 bytes of the public key's hash. */
import { type Address, type Hex, isAddressEqual, recoverAddress } from 'viem';

/**
 * Maximum canonical `s`: half the order of secp256k1, rounded down (SEC 2, 2.4.1). Only the smaller of `s` and its
 * negative is canonical.
 */
const S_MAX = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n;
/** Matches r and s with 32 bytes each, then the parity: 27 or 28 in Ethereum's form, or plain 0 or 1. */
const SIGNATURE = /^0x[0-9a-f]{64}([0-9a-f]{64})(?:00|01|1b|1c)$/i;

/**
 * True if `signature` is the canonical 65-byte signature of `hash` by the key of `address`. Anybody can compute the
 * signature's other form (s above half the order), which EIP-2 refuses.
 */
export async function isSignedByKeyOf(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
	const s = SIGNATURE.exec(signature)?.[1];
	if (s === undefined || BigInt(`0x${s}`) > S_MAX) return false;
	try {
		return isAddressEqual(address, await recoverAddress({ hash, signature }));
	} catch {
		// No point on the curve has this r, so no key made this signature.
		return false;
	}
}
