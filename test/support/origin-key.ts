/** Defines, for a test browser, the key that a page's script keeps in the storage of the service's origin. */

import { ORIGIN_HEADER } from '../../src/identity/pages/browser-sessions.ts';
import { hashSecret } from '../../src/identity/secrets.ts';

export const ORIGIN_KEY = 'o'.repeat(43);
/** Hash of the key; the service stores only the hash. */
export const ORIGIN = hashSecret(ORIGIN_KEY);
/** Request header in which a page's script sends the key. */
export const ORIGIN_HEADERS = { [ORIGIN_HEADER]: ORIGIN_KEY } as const;
