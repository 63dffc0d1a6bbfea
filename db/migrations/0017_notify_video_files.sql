-- Notifies of changes that decide who may read which file of a video: the apps cache them.
CREATE FUNCTION notify_video_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', 'video_files:' || (to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0]));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER videos_notify_access AFTER UPDATE OF is_published, is_public, state, files_version, creator_id ON "videos"
  FOR EACH ROW EXECUTE FUNCTION notify_video_files('id');--> statement-breakpoint
CREATE TRIGGER videos_notify_deletion AFTER DELETE ON "videos" FOR EACH ROW EXECUTE FUNCTION notify_video_files('id');--> statement-breakpoint
CREATE TRIGGER video_files_notify AFTER INSERT OR UPDATE OR DELETE ON "video_files"
  FOR EACH ROW EXECUTE FUNCTION notify_video_files('video_id');
