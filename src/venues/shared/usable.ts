/** Converts unusable response bodies to errors of the port. */
import { VenueError } from '../../ports/venue-error.ts';
import { BodyError } from './fields.ts';

/**
 * Converts a BodyError from `read` to a VenueError `unavailable`, because an incomplete body counts as no response.
 */
export async function usable<T>(venue: string, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof BodyError) throw new VenueError(venue, 'unavailable', error.words, { cause: error });
		throw error;
	}
}
