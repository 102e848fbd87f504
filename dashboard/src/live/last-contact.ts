/**
 * Notes when this browser last heard from the service. The offline page reads the note, because it has no connection
 * of its own.
 */

/** Key of the note, in milliseconds since 1970. `src/identity/pages/assets/offline.js` reads it. */
const STORAGE_KEY = 'carrywire.contact';
/** A note is at most this old while the service answers, milliseconds. */
const NOTE_MS = 5_000;

let notedAt = 0;

/** Notes a contact. @param at service time, milliseconds */
export function noteContact(at: number): void {
	if (at - notedAt < NOTE_MS) return;
	notedAt = at;
	try {
		localStorage.setItem(STORAGE_KEY, String(at));
	} catch {
		// If the browser does not allow storage, the offline page does not say since when.
	}
}
