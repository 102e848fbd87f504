/**
 * Meaning of an error whose message has no translation, by the error's code. The English table is empty, because the
 * service's own message is English and says more.
 */
import type { TransportFailure } from '../../../client/errors.ts';
import type { ErrorCode } from '../../../client/methods.ts';

/** Meaning and remedy by error code, or by the kind of a lost answer. */
export type ErrorMeanings = Readonly<Record<ErrorCode | TransportFailure, string>>;

/** Empty: English pages show the service's message. */
export const errorMeanings: Partial<ErrorMeanings> = {};
