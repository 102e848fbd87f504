/** Whether the key of an address signed: the address is the last 20 bytes of the hash of its public key. */
import { type Address, type Hex, isAddressEqual, recoverAddress } from 'viem';

/** Half of the order of secp256k1, rounded down (SEC 2, 2.4.1): of `s` and its negative, the one up to here counts. */
const S_MAX = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n;
/** r and s of 32 bytes, then the parity as Ethereum writes it (27, 28) or plain (0, 1). */
const SIGNATURE = /^0x[0-9a-f]{64}([0-9a-f]{64})(?:00|01|1b|1c)$/i;

/**
 * True when `signature` is the canonical 65-byte signature over `hash` by the key of `address`. The other form of the
 * same signature, which anybody can compute (s above half the order), is refused: EIP-2.
 */
export async function isSignedByKeyOf(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
	const s = SIGNATURE.exec(signature)?.[1];
	if (s === undefined || BigInt(`0x${s}`) > S_MAX) return false;
	try {
		return isAddressEqual(address, await recoverAddress({ hash, signature }));
	} catch {
		// No point of the curve lies at this r: nobody's signature.
		return false;
	}
}
