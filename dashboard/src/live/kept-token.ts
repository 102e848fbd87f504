/** Stores a pasted token in the browser. Only pages of the same origin can read it. */
const STORAGE_KEY = 'carrywire.token';

/** True for one word of 8 to 512 printable characters, the format of the service's tokens. */
export function isToken(text: string): boolean {
	return /^[\x21-\x7e]{8,512}$/.test(text);
}

/** Returns the stored token; undefined if there is none. */
export function keptToken(): string | undefined {
	try {
		const stored = localStorage.getItem(STORAGE_KEY) ?? '';
		return isToken(stored) ? stored : undefined;
	} catch {
		return undefined;
	}
}

/** Stores the token. False if this browser does not allow storage. */
export function keepToken(token: string): boolean {
	try {
		localStorage.setItem(STORAGE_KEY, token);
		return true;
	} catch {
		return false;
	}
}

/** Removes the stored token. */
export function forgetToken(): void {
	try {
		localStorage.removeItem(STORAGE_KEY);
	} catch {
		// If the browser does not allow storage, there is no token to remove.
	}
}
