/** The key that a page's script keeps in the storage of the service's origin, of a browser of a test. */

import { ORIGIN_HEADER } from '../../src/identity/pages/browser-sessions.ts';
import { hashSecret } from '../../src/identity/secrets.ts';

export const ORIGIN_KEY = 'o'.repeat(43);
/** As the service knows it. */
export const ORIGIN = hashSecret(ORIGIN_KEY);
/** As the page's script sends it. */
export const ORIGIN_HEADERS = { [ORIGIN_HEADER]: ORIGIN_KEY } as const;
