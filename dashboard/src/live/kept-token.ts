/**
 * A pasted token that somebody has asked this browser to keep: in the storage of our own origin, which no other address and no
 * other port reads.
 */
const KEPT = 'carrywire.token';

/** A token is one word, as the service gives it. */
export function isToken(text: string): boolean {
	return /^[\x21-\x7e]{8,512}$/.test(text);
}

/** Undefined where none is kept. */
export function keptToken(): string | undefined {
	try {
		const kept = localStorage.getItem(KEPT) ?? '';
		return isToken(kept) ? kept : undefined;
	} catch {
		return undefined;
	}
}

/** False where this browser keeps nothing for us. */
export function keepToken(token: string): boolean {
	try {
		localStorage.setItem(KEPT, token);
		return true;
	} catch {
		return false;
	}
}

export function forgetToken(): void {
	try {
		localStorage.removeItem(KEPT);
	} catch {
		// A browser that keeps nothing has nothing to forget.
	}
}
